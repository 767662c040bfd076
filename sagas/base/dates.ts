/**
 * All date and time arithmetic and formatting in the app, with luxon. A day is 'YYYY-MM-DD', a month 'YYYY-MM', an
 * instant epoch ms; 'now' comes from the clock port. A zone is an IANA name, 'utc', or 'system' for the browser's.
 * Texts are American English.
 */
import { DateTime, Duration, SystemZone, type DateTimeFormatOptions } from 'luxon';
import type { Period } from '../../contract/dashboards/filter';

const LOCALE = 'en-US';
const UTC = 'utc';
const SYSTEM = 'system';

const dateTime = (ms: number, zone: string): DateTime => DateTime.fromMillis(ms, { zone, locale: LOCALE });
/** Epoch ms at which a day or month begins in UTC, where every day has 24 hours. */
function startOf(day: string): DateTime {
  const [year, month, date = 1] = day.split('-').map(Number);
  return DateTime.utc(year ?? NaN, month ?? NaN, date, { locale: LOCALE });
}
const toDay = (date: DateTime): string => date.toISODate() ?? '';

/** Whether the day exists; February 30 does not. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text).isValid;

/** The calendar day of an instant. */
export const dayAt = (ms: number, zone = UTC): string => toDay(dateTime(ms, zone));
/** The calendar day of an instant in the browser's zone. */
export const localDayAt = (ms: number): string => dayAt(ms, SYSTEM);
/** Milliseconds from an instant to the next day in the browser's zone. */
export const toNextLocalDay = (ms: number): number =>
  dateTime(ms, SYSTEM).plus({ days: 1 }).startOf('day').toMillis() - ms;
/** The calendar year of an instant in the browser's zone. */
export const localYearAt = (ms: number): number => dateTime(ms, SYSTEM).year;

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
/**
 * '2026-11-21' as '11/21/2026'; other text is returned unchanged. Called for every cell of a list, so it does not
 * parse.
 */
export function dayText(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  return year === undefined ? day : `${month}/${date}/${year}`;
}
/** '2026-11-21' as '11/21/26'. */
export const shortDayText = (day: string): string => startOf(day).toFormat('MM/dd/yy');
/** 'Mon, Nov 23' */
export const shortWeekdayText = (day: string): string => startOf(day).toFormat('ccc, LLL d');
/** '2026-11-21' as 'Saturday, November 21, 2026'. */
export const longDayText = (day: string): string => startOf(day).toLocaleString(DateTime.DATE_HUGE);
/** '2026-11' as 'Nov'. */
export const monthText = (month: string): string => startOf(month).toFormat('LLL');
/** '2026-11' as 'November 2026'. */
export const longMonthText = (month: string): string => startOf(month).toFormat('LLLL yyyy');

/** An instant in ISO 8601, UTC. */
export const isoInstant = (ms: number): string => dateTime(ms, UTC).toISO() ?? '';
/** '11-21-2026 15:30:00 UTC': when a message was sent. */
export const stampText = (ms: number): string => dateTime(ms, UTC).toFormat("MM-dd-yyyy HH:mm:ss 'UTC'");
/** 'Nov 21, 2026, 10:30 AM EST' */
export const zonedText = (ms: number, zone: string): string =>
  dateTime(ms, zone).toLocaleString({ ...DateTime.DATETIME_MED, timeZoneName: 'short' });
/** 'Nov 21, 2026, 10:30 AM' in the browser's zone. */
export const momentText = (ms: number): string => dateTime(ms, SYSTEM).toLocaleString(DateTime.DATETIME_MED);
/** 'Nov 23, 10:10 PM': a moment of the last weeks. */
export const recentMomentText = (ms: number): string =>
  dateTime(ms, SYSTEM).toLocaleString({ ...DateTime.DATETIME_MED, year: undefined });
/** To the second, in the browser's zone and language. */
export const exactText = (ms: number): string =>
  DateTime.fromMillis(ms).toLocaleString({ dateStyle: 'medium', timeStyle: 'medium' });
/** '10:42' in the browser's zone. */
export const timeText = (ms: number): string => dateTime(ms, SYSTEM).toFormat('HH:mm');

/**
 * A formatter for many list cells. A DateTime per cell takes nine times as long (500 rows: 96 ms, this 11 ms), and
 * making the formatter takes longer than a thousand cells.
 */
export function cellFormat(options: DateTimeFormatOptions): (ms: number, zone: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (ms, zone) => {
    const format = formats.get(zone) ?? formatIn(zone, options);
    formats.set(zone, format);
    return format.format(ms);
  };
}

/** A zone younger than the browser is shown in UTC, which it says. */
function formatIn(zone: string, options: DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: UTC, timeZoneName: 'short' });
  }
}

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

/**
 * The instant (epoch ms) at which clocks of a zone show a wall time ('2026-11-21T10:30'); the earlier of two. Null if
 * the text is no time, or if the clocks skip it.
 */
export function wallInstant(wall: string, zone: string): number | null {
  const [first] = DateTime.fromISO(wall, { zone }).getPossibleOffsets();
  return first?.toFormat("yyyy-MM-dd'T'HH:mm") === wall ? first.toMillis() : null;
}

/** The offset from UTC: 'GMT-5', 'GMT+5:30', 'UTC'. */
export const offsetText = (ms: number, zone: string): string =>
  dateTime(ms, zone)
    .toLocaleParts({ timeZoneName: 'shortOffset' })
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** What the clocks of a zone show, to the hour. */
export interface ClockFace {
  /** '14' */
  readonly hour: string;
  /** 'Sat, Nov 21' */
  readonly day: string;
  /** 'EST', or 'GMT+10:30' if the zone has no abbreviation. */
  readonly time: string;
}
/** The clock of a zone at an instant (epoch ms); the browser's zone by default. */
export function clockFace(ms: number, zone = SYSTEM): ClockFace {
  const date = dateTime(ms, zone);
  return { hour: date.toFormat('HH'), day: date.toFormat('ccc, LLL d'), time: date.offsetNameShort ?? '' };
}
/** Whether two instants are in the same hour of a zone's clock; the hour repeated in autumn counts as two. */
export function isSameHour(one: number, other: number, zone = SYSTEM): boolean {
  const [a, b] = [dateTime(one, zone), dateTime(other, zone)];
  return a.hour === b.hour && a.ordinal === b.ordinal && a.year === b.year && a.offset === b.offset;
}
