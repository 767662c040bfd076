/**
 * Dates and times in the app, with luxon: what the start page needs. Arithmetic with days and months is in calendar.ts,
 * the clocks of other zones in zones.ts. A day is 'YYYY-MM-DD', a month 'YYYY-MM', an instant epoch ms; 'now' comes
 * from the clock port. A zone is an IANA name, 'utc', or 'system' for the browser's. Texts are American English;
 * `exactText` alone follows the browser's language.
 */
import { DateTime, Duration, SystemZone } from 'luxon';

const LOCALE = 'en-US';
const UTC = 'utc';
const SYSTEM = 'system';

const dateTime = (ms: number, zone: string): DateTime => DateTime.fromMillis(ms, { zone, locale: LOCALE });

/** Whether the day exists; February 30 does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // Luxon's own method reads the clock, which selectors must not do.
  const [year = NaN, month = NaN, date = NaN] = text.split('-').map(Number);
  const day = new Date(new Date(0).setUTCFullYear(year, month - 1, date));
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
}

/** The calendar day of an instant. */
export const dayAt = (ms: number, zone = UTC): string => dateTime(ms, zone).toISODate() ?? '';
/** The calendar day of an instant in the browser's zone. */
export const localDayAt = (ms: number): string => dayAt(ms, SYSTEM);
/** Milliseconds from an instant to the next day in the browser's zone. */
export const toNextLocalDay = (ms: number): number =>
  dateTime(ms, SYSTEM).plus({ days: 1 }).startOf('day').toMillis() - ms;
/** By then it is midnight for the server as well: its clock and the browser's differ. */
export const AFTER_MIDNIGHT_MS = 60_000;
/** The calendar year of an instant in the browser's zone. */
export const localYearAt = (ms: number): number => dateTime(ms, SYSTEM).year;

/**
 * '2026-11-21' as '11/21/2026'; other text is returned unchanged. Called for every cell of a list, so it does not
 * parse.
 */
export function dayText(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  return year === undefined ? day : `${month}/${date}/${year}`;
}
/** 'Nov 21, 2026, 10:30 AM' in the browser's zone. */
export const momentText = (ms: number): string => dateTime(ms, SYSTEM).toLocaleString(DateTime.DATETIME_MED);
/** 'Nov 23, 10:10 PM': a moment of the last weeks. */
export const recentMomentText = (ms: number): string =>
  dateTime(ms, SYSTEM).toLocaleString({ ...DateTime.DATETIME_MED, year: undefined });
/** To the second, in the browser's zone and language. */
export const exactText = (ms: number): string =>
  DateTime.fromMillis(ms).toLocaleString({ dateStyle: 'medium', timeStyle: 'medium' });
/** '6:42 PM' in the browser's zone. */
export const timeText = (ms: number): string => dateTime(ms, SYSTEM).toFormat('h:mm a');

const UNITS = ['year', 'month', 'day', 'hour', 'minute'] as const;

/** An age in its largest whole unit, counting 30 days a month and 365 a year; null below a minute. */
function ageOf(at: number, now: number): { readonly amount: number; readonly unit: (typeof UNITS)[number] } | null {
  const age = Duration.fromMillis(now - at);
  const unit = UNITS.find((each) => age.as(each) >= 1);
  // Twelve months of 30 days are not a year yet.
  return unit === undefined
    ? null
    : { amount: Math.min(Math.floor(age.as(unit)), unit === 'month' ? 11 : Infinity), unit };
}
const EXPLICIT = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });
const FAMILIAR = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** '3 minutes ago', '1 day ago'. An instant in the future, possible with a wrong clock, is 'Just now'. */
export function agoText(at: number, now: number): string {
  const age = ageOf(at, now);
  return age === null ? 'Just now' : EXPLICIT.format(-age.amount, age.unit);
}
/** The same within a sentence: '3 minutes ago', 'yesterday', 'just now'. */
export function sinceText(at: number, now: number): string {
  const age = ageOf(at, now);
  return age === null ? 'just now' : FAMILIAR.format(-age.amount, age.unit);
}
/** '3 min ago', '2 h ago'. */
export function shortAgoText(at: number, now: number): string {
  const { hours, minutes } = Duration.fromMillis(now - at).shiftTo('hours', 'minutes');
  if (hours >= 1) return `${hours} h ago`;
  return minutes < 1 ? 'less than a minute ago' : `${Math.floor(minutes)} min ago`;
}

/** The browser's zone. */
export const ownZone = (): string => SystemZone.instance.name;
/** The browser's language as a BCP 47 tag. */
export const ownLocale = (): string => DateTime.fromMillis(0).resolvedLocaleOptions().locale ?? LOCALE;
