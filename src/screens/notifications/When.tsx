import { relativeTime } from '../../../sagas/notifications/index';

const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago; the exact moment while the pointer or the focus is on it. */
export function When({ date, now }: { readonly date: string; readonly now: number }) {
  const at = Date.parse(date);
  return (
    <time className="note-when" dateTime={date}>
      <span className="relative">{relativeTime(at, now)}</span>
      <span className="exact">{exactly.format(at)}</span>
    </time>
  );
}
