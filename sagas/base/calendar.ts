/** Arithmetic with days ('YYYY-MM-DD') and months ('YYYY-MM'), and their texts in American English. */
import { DateTime } from 'luxon';
import type { Period } from '../../contract/dashboards/filter';

/** The beginning of a day or month in UTC, where every day has 24 hours. */
function startOf(day: string): DateTime {
  const [year = NaN, month = NaN, date = 1] = day.split('-').map(Number);
  // Luxon's own method reads the clock, which selectors must not do.
  const ms = new Date(0).setUTCFullYear(year, month - 1, date);
  return DateTime.fromMillis(ms, { zone: 'utc', locale: 'en-US' });
}
const toDay = (date: DateTime): string => date.toISODate() ?? '';

/** The month ('YYYY-MM') of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);
/** The day that many days later; negative goes back. */
export const addDays = (day: string, days: number): string => toDay(startOf(day).plus({ days }));
/** The same day of another month, or its last day if that month is shorter. */
export const addMonths = (day: string, months: number): string => toDay(startOf(day).plus({ months }));
/** 0 is Sunday. */
export const weekday = (day: string): number => startOf(day).weekday % 7;

/** The weeks that show a month, from Sunday to Saturday, including the neighboring months' days they contain. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = startOf(month);
  const before = first.weekday % 7;
  const weeks = Math.ceil((before + (first.daysInMonth ?? 0)) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_each, day) => toDay(first.plus({ days: week * 7 + day - before }))),
  );
}

/** Number of days in a period, first and last included. */
export const daysIn = ({ from, to }: Period): number => startOf(to).diff(startOf(from), 'days').days + 1;
/** From the first to the last day of a month. */
export const monthPeriod = (month: string): Period => ({
  from: `${month}-01`,
  to: toDay(startOf(month).endOf('month')),
});
/** From Sunday to the Saturday. */
export const weekPeriod = (saturday: string): Period => ({ from: addDays(saturday, -6), to: saturday });
/** '2026-11-21' as '11/21'. */
export const shortDayText = (day: string): string => startOf(day).toFormat('MM/dd');
/** 'Mon, Nov 23' */
export const shortWeekdayText = (day: string): string => startOf(day).toFormat('ccc, LLL d');
/** '2026-11-21' as 'Saturday, November 21, 2026'. */
export const longDayText = (day: string): string => startOf(day).toLocaleString(DateTime.DATE_HUGE);
/** '2026-11' as 'Nov'. */
export const monthText = (month: string): string => startOf(month).toFormat('LLL');
/** '2026-11' as 'November 2026'. */
export const longMonthText = (month: string): string => startOf(month).toFormat('LLLL yyyy');
