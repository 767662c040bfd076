import { Message as SemanticMessage } from 'semantic-ui-react';
import { Icon } from './Icon';
import { TONE_ICONS, roleOf, withRequestId, type MessageProps } from './prerendered/Message';

/** Announces a message: errors interrupt a screen reader, others wait. Give a repeated error a new `key`. */
export function Message({ tone, id, quiet = false, children }: MessageProps) {
  return (
    <SemanticMessage
      id={id}
      role={quiet ? undefined : roleOf(tone)}
      positive={tone === 'positive'}
      info={tone === 'info'}
      warning={tone === 'warning'}
      negative={tone === 'negative'}
    >
      <Icon name={TONE_ICONS[tone]} />
      <span>{withRequestId(children)}</span>
    </SemanticMessage>
  );
}
