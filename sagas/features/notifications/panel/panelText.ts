/** Texts of the panel and its rows, and the times a notification can be snoozed until. */
import type { NotificationState, ReaderChange } from '../../../../contract/notifications/notification';
import type { NotificationView } from '../../../../contract/notifications/notifications.endpoints';
import { addDays, weekday } from '../../../base/calendar';
import { dayAt, localYearAt, momentText, recentMomentText } from '../../../base/dates';
import { stateText } from '../../recordActions/recordActions.rules';
import { isoInstant, wallInstant } from '../../../base/zones';
import { failureText } from '../../../base/http/failureText';
import type { PanelView } from './panel.selectors';
import { countText } from '../../../base/numbers';

/** Why the panel shows nothing. */
export const emptyText = ({ keyword, view }: Pick<PanelView, 'keyword' | 'view'>): string =>
  view !== null && keyword === null
    ? 'Nothing in this tab matches this view. Choose All to see everything.'
    : keyword === null
      ? 'No notifications yet. New ones appear here by themselves.'
      : `Nothing matches “${keyword}”. Try fewer or other words.`;

/** What the search of a tab found, and how much; empty without a search. */
export function foundText({ keyword, phase, items, more }: Pick<PanelView, 'keyword' | 'phase' | 'items' | 'more'>) {
  if (keyword === null) return '';
  if (phase === 'loading') return `Searching for “${keyword}”…`;
  if (phase === 'failed') return `Search for “${keyword}”`;
  const count = countText(items.length);
  if (more) return `The newest ${count} results for “${keyword}”`;
  return `${count} ${items.length === 1 ? 'result' : 'results'} for “${keyword}”`;
}

/** Null without a failure. */
export function panelFailureText({ phase, failure, moreFailure, keyword }: PanelView): string | null {
  if (phase === 'failed' && moreFailure !== null) return `The search failed. ${failureText(moreFailure)}`;
  if (failure === null) return null;
  if (phase === 'failed') return `The notifications could not be loaded. ${failureText(failure)}`;
  return keyword === null ? `These could not be marked as read. ${failureText(failure)}` : null;
}

export const VIEW_LABELS: Readonly<Record<NotificationView, string>> = {
  unread: 'Unread',
  mine: 'Mine',
  saved: 'Saved',
  snoozed: 'Snoozed',
  done: 'Done',
};

/** What changed for this many notifications of a row, for a line with Undo. */
export function doneText(text: string, patch: ReaderChange, now: number, count = 1): string {
  const subject = count === 1 ? text : `${text}, and ${count - 1} more about it`;
  if (patch.snoozedUntil != null) return `Snoozed until ${snoozeEndText(patch.snoozedUntil, now)}: ${subject}`;
  if (patch.snoozedUntil === null) return `Back in the list: ${subject}`;
  if (patch.done !== undefined) return patch.done ? `Done: ${subject}` : `Not done: ${subject}`;
  if (patch.saved !== undefined) return patch.saved ? `Saved: ${subject}` : `No longer saved: ${subject}`;
  return patch.read === false ? `Kept unread: ${subject}` : `Read: ${subject}`;
}

/** How the requested action was settled: 'Approved by Dana Brooks'. */
export const outcomeText = ({ status, by }: NonNullable<NotificationState['settled']>): string =>
  `${stateText({ status }) || 'Settled'}${by === null ? '' : ` by ${by}`}`;

/** The button that opens a row's history. */
export function historyText(earlier: number, open: number, isOpen: boolean): string {
  if (isOpen) return 'Hide earlier notifications';
  const count = earlier === 1 ? '1 earlier notification' : `${earlier} earlier notifications`;
  return open === 0 ? count : `${count}, ${open} still open`;
}

/** In the reader's zone: 'Nov 26, 8:00 AM'. */
export const momentOf = (date: string): string => recentMomentText(Date.parse(date));

/** The same, with the year unless it is the current one. */
export function snoozeEndText(date: string, now: number): string {
  const at = Date.parse(date);
  return localYearAt(at) === localYearAt(now) ? recentMomentText(at) : momentText(at);
}

export const SNOOZES = ['hour', 'tomorrow', 'week'] as const;
export type Snooze = (typeof SNOOZES)[number];
export const SNOOZE_LABELS: Readonly<Record<Snooze, string>> = {
  hour: 'In an hour',
  tomorrow: 'Tomorrow morning',
  week: 'Next week',
};
const MORNING = '08:00';
const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;

/** An instant: in an hour, or in the morning of a day ('YYYY-MM-DD') in the reader's zone. */
export function snoozedUntil(choice: Snooze | (string & {}), now: number, zone = 'system'): string {
  const today = dayAt(now, zone);
  switch (choice) {
    case 'hour':
      return isoInstant(now + HOUR_MINUTES * MINUTE_MS);
    case 'tomorrow':
      return morningOf(addDays(today, 1), zone);
    case 'week':
      return morningOf(addDays(today, DAYS_TO_MONDAY[weekday(today)] ?? 7), zone);
    default:
      return morningOf(choice, zone);
  }
}

/** The change for a choice. The server counts the hour, since a device's clock, shown until then, may be wrong. */
export const snooze = (choice: Snooze | (string & {}), now: number): ReaderChange => ({
  snoozedUntil: snoozedUntil(choice, now),
  ...(choice === 'hour' && { snoozeMinutes: HOUR_MINUTES }),
});

/** By weekday, from Sunday. */
const DAYS_TO_MONDAY = [1, 7, 6, 5, 4, 3, 2];

/** If the clocks skip that hour, midnight UTC. */
const morningOf = (day: string, zone: string): string =>
  isoInstant(wallInstant(`${day}T${MORNING}`, zone) ?? Date.parse(day));
