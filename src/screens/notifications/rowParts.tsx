/** What rows of the panel and their histories share. */
import { agoText, exactText } from '../../../sagas/base/dates';
import { loadable } from '../../ui/loadable';

/** With the table of actions, which a page without rows does not need. */
export const RowActions = loadable(
  async () => (await import(/* webpackChunkName: "record-actions" */ './RowActions')).RowActions,
  null,
);

interface WhenProps {
  /** An instant. */
  readonly date: string;
  readonly now: number;
}

/** The relative time; the exact one on hover or focus. */
export function When({ date, now }: WhenProps) {
  const at = Date.parse(date);
  return (
    <time className="note-when" dateTime={date}>
      <span className="relative">{agoText(at, now)}</span>
      <span className="exact">{exactText(at)}</span>
    </time>
  );
}
