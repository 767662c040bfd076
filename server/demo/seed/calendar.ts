/** Days as whole numbers since 1970, so that they can be added; instants as milliseconds. All in UTC. */
import { dayNumber, isoOfDayNumber } from '../../base/dates';

/** Days since 1970-01-01, UTC. */
export type Day = number;

/** The UTC day in which the moment lies. */
export const dayOf = (date: Date): Day => Math.floor(dayNumber(date));
const isoDays = new Map<Day, string>();
/** '2026-02-28'. Cached, because seeding requests each day thousands of times. */
export function isoDay(day: Day): string {
  let text = isoDays.get(day);
  if (text === undefined) isoDays.set(day, (text = isoOfDayNumber(day).slice(0, 10)));
  return text;
}
/** `days` may have a fraction, the time of day. */
export const instant = isoOfDayNumber;
/** One hour, in days. */
export const HOUR_IN_DAYS = 1 / 24;

/** 0 is a Sunday, as in Date. 1970-01-01 was a Thursday. */
export const weekday = (day: Day): number => (((day + 4) % 7) + 7) % 7;
/** The Saturday that ends the week of `day`. */
export const weekEnding = (day: Day): Day => day + 6 - weekday(day);
/** The first Monday that is not before `day`. */
export const mondayOnOrAfter = (day: Day): Day => day + ((8 - weekday(day)) % 7);
