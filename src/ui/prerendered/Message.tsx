import { Children, type ReactNode } from 'react';
import { REQUEST_ID } from '../../../sagas/base/http/failureText';
import { Icon, type IconName } from '../Icon';

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

/** Texts with the id of a request show it in small print; one click selects it whole. */
export const withRequestId = (children: ReactNode): ReactNode =>
  Children.map(children, (child) => {
    const [all, id] = (typeof child === 'string' && REQUEST_ID.exec(child)) || [];
    if (all === undefined) return child;
    return (
      <>
        {String(child).replace(all, '')}
        <small className="request-id">
          Request ID <code>{id}</code>
        </small>
      </>
    );
  });
