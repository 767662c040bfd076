import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon';
import { withRequestId } from '../requestId';

export type Tone = 'positive' | 'info' | 'warning' | 'negative';

export const TONE_ICONS: Record<Tone, IconName> = {
  positive: 'check',
  info: 'info',
  warning: 'warning',
  negative: 'alert',
};

export interface MessageProps {
  readonly tone: Tone;
  readonly id?: string;
  /** Already announced. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** Errors interrupt a screen reader, other messages wait. */
export const roleOf = (tone: Tone) => (tone === 'negative' ? 'alert' : 'status');

/** Announces a message: errors interrupt a screen reader, others wait. Give a repeated error a new `key`. */
export function Message({ tone, id, quiet, children }: MessageProps) {
  return (
    <div id={id} className={`ui ${tone} message`} role={quiet ? undefined : roleOf(tone)}>
      <Icon name={TONE_ICONS[tone]} />
      <span>{withRequestId(children)}</span>
    </div>
  );
}
