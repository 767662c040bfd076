/** Texts of what is done with a notification, and until when it may be snoozed. */
import { DateTime } from 'luxon';
import type { NotificationState } from '../../../../contract/notifications/notification';
import type { NotificationView } from '../../../../contract/notifications/notifications.endpoints';

export const VIEW_LABELS: Readonly<Record<NotificationView, string>> = {
  unread: 'Unread',
  mine: 'Mine',
  saved: 'Saved',
  snoozed: 'Snoozed',
  done: 'Done',
};

/** What was done, for a line with Undo. */
export function doneText(subject: string, patch: Partial<NotificationState>): string {
  if (patch.snoozedUntil != null) return `Snoozed until ${momentOf(patch.snoozedUntil)}: ${subject}`;
  if (patch.snoozedUntil === null) return `Back in the list: ${subject}`;
  if (patch.done !== undefined) return patch.done ? `Done: ${subject}` : `Not done: ${subject}`;
  if (patch.saved !== undefined) return patch.saved ? `Saved: ${subject}` : `Not saved any more: ${subject}`;
  return patch.read === false ? `Kept unread: ${subject}` : `Read: ${subject}`;
}

/** In the reader's zone: 'Nov 26, 8:00 AM'. */
export const momentOf = (date: string): string =>
  DateTime.fromISO(date, { locale: 'en-US' }).toLocaleString({ ...DateTime.DATETIME_MED, year: undefined });

export const SNOOZES = ['hour', 'tomorrow', 'week'] as const;
export type Snooze = (typeof SNOOZES)[number];
export const SNOOZE_LABELS: Readonly<Record<Snooze, string>> = {
  hour: 'In an hour',
  tomorrow: 'Tomorrow morning',
  week: 'Next week',
};
const MORNING = 8;

/** An instant, or a day ('YYYY-MM-DD') of the reader: then its morning. */
export function snoozedUntil(choice: Snooze | (string & {}), now: number): string {
  const from = DateTime.fromMillis(now);
  const morning = (day: DateTime) => day.startOf('day').set({ hour: MORNING });
  const until =
    choice === 'hour'
      ? from.plus({ hours: 1 })
      : choice === 'tomorrow'
        ? morning(from.plus({ days: 1 }))
        : choice === 'week'
          ? morning(from.plus({ weeks: 1 }).startOf('week'))
          : morning(DateTime.fromISO(choice));
  return until.toUTC().toISO() ?? '';
}
