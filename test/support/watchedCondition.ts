/** What an alarm rule of the tests watches: any disputed timesheet, at every hour. */
import type { WatchedCondition } from '../../contract/board/alarms.endpoints';

export const CONDITION: WatchedCondition = {
  measure: 'TIMESHEET_DISPUTED',
  condition: 'MORE_THAN',
  count: 0,
  minutes: 60,
  facilityId: null,
  calmMinutes: 0,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: null,
  to: null,
  timeZone: 'UTC',
};

/** A Monday. */
export const NOON = new Date('2026-03-09T12:00:00Z');
export const at = (minutes: number, from = NOON): Date => new Date(from.getTime() + minutes * 60_000);
