import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

export type Tone = 'positive' | 'info' | 'warning' | 'negative';

const ICONS: Record<Tone, IconName> = { positive: 'check', info: 'info', warning: 'warning', negative: 'alert' };

interface MessageProps {
  readonly tone: Tone;
  readonly id?: string;
  /** It has been announced before. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** Says what happened. Errors interrupt a screen reader, the rest waits its turn. Give a repeated error a new `key`. */
export function Message({ tone, id, quiet, children }: MessageProps) {
  const role = tone === 'negative' ? 'alert' : 'status';
  return (
    <div id={id} className={`ui ${tone} message`} role={quiet ? undefined : role}>
      <Icon name={ICONS[tone]} />
      <span>{children}</span>
    </div>
  );
}
