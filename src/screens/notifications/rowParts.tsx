/** What rows of the panel, their histories, toasts and previews share. */
import type { CSSProperties } from 'react';
import { agoText, exactText } from '../../../sagas/base/dates';
import { loadable } from '../../ui/loadable';

/** With the table of actions, which a page without rows does not need. */
export const RowActions = loadable(
  async () => (await import(/* webpackChunkName: "record-actions" */ './RowActions')).RowActions,
  <></>,
);

/** The color of a category, on tabs, toasts and markers. Sets `--category` to the token of this name. */
export const categoryColor = (name: string): CSSProperties =>
  ({ '--category': `var(--category-${name})` }) as CSSProperties;

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
