/**
 * Calendar arithmetic and the texts of dates and times on the server, by luxon. A day is 'YYYY-MM-DD', a month
 * 'YYYY-MM', an instant a Date, as the database returns them. Texts are American English.
 */
import { DateTime, IANAZone } from 'luxon';
import type { Period } from '../../contract/dashboards/filter';

const LOCALE = 'en-US';
const UTC = 'utc';
const DAY_MS = 86_400_000;

export const MINUTES_AN_HOUR = 60;
export const DAYS_A_WEEK = 7;

const dateTime = (at: Date, zone: string): DateTime => DateTime.fromJSDate(at, { zone }).setLocale(LOCALE);
/** The first moment of a day or a month in UTC, where every day has 24 hours. */
function startOf(day: string): DateTime {
  const [year, month, date = 1] = day.split('-').map(Number);
  return DateTime.utc(year ?? NaN, month ?? NaN, date, { locale: LOCALE });
}
const toDay = (date: DateTime): string => date.toISODate() ?? '';

/** A day that exists; the 30th of February does not. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text).isValid;

/** In lower case, because case does not matter and each spelling would be kept. */
const knownZones = new Set<string>();

/** Whether the name is one of an IANA zone that this version of Node.js knows. Each request is asked for its zone. */
export function isZone(name: string): boolean {
  const zone = name.toLowerCase();
  if (!knownZones.has(zone) && IANAZone.isValidZone(name)) knownZones.add(zone);
  return knownZones.has(zone);
}

/** The calendar day of an instant in an IANA zone. */
export const dayAt = (at: Date, zone = UTC): string => toDay(dateTime(at, zone));
/** The first moment of a day in an IANA zone: midnight, or later where clocks skip it. */
export const startOfDay = (day: string, zone = UTC): Date => DateTime.fromISO(day, { zone }).startOf('day').toJSDate();
/** The month ('YYYY-MM') of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);
/** The day that many days later; negative goes back. */
export const addDays = (day: string, days: number): string => toDay(startOf(day).plus({ days }));
/** The month that many months later; negative goes back. */
export const addMonths = (month: string, months: number): string => startOf(month).plus({ months }).toFormat('yyyy-MM');
/** 0 is a Sunday. */
export const weekday = (day: string): number => startOf(day).weekday % 7;
/** The day after the same day a year before: the first of the twelve months that end with `day`. */
export function twelveMonthsTo(day: string): string {
  const next = startOf(day).plus({ days: 1 });
  // From a 29th of February that is the 1st of March.
  return toDay(
    next
      .startOf('month')
      .minus({ years: 1 })
      .plus({ days: next.day - 1 }),
  );
}

/** How many days a period has, its first and its last included. */
export const daysIn = ({ from, to }: Period): number => startOf(to).diff(startOf(from), 'days').days + 1;
/** From the first to the last day of a month. */
export const monthPeriod = (month: string): Period => ({
  from: `${month}-01`,
  to: toDay(startOf(month).endOf('month')),
});
/** The period of the same length directly before it. */
export const previousPeriod = (period: Period): Period => ({
  from: addDays(period.from, -daysIn(period)),
  to: addDays(period.from, -1),
});

/** The same days of the year before; from a 29th of February, the 28th. */
export const yearBefore = ({ from, to }: Period): Period => ({
  from: toDay(startOf(from).minus({ years: 1 })),
  to: toDay(startOf(to).minus({ years: 1 })),
});

/** The Saturday that ends the week of a day: weeks are from Sunday to Saturday, as timesheets are. */
export const saturdayOf = (day: string): string => addDays(day, 6 - weekday(day));
/** The Saturdays of every week that has a day in the period. */
export function saturdaysOf({ from, to }: Period): readonly string[] {
  const first = startOf(saturdayOf(from));
  const weeks = startOf(saturdayOf(to)).diff(first, 'weeks').weeks;
  return Array.from({ length: weeks + 1 }, (_, index) => toDay(first.plus({ weeks: index })));
}
/** From Sunday to this Saturday. */
export const weekPeriod = (saturday: string): Period => ({ from: addDays(saturday, -6), to: saturday });

/** The months of the rolling year that ends with the month of `today`. */
export function rollingMonths(today: string): readonly string[] {
  return Array.from({ length: MONTHS }, (_, index) => addMonths(monthOf(today), index - MONTHS + 1));
}
const MONTHS = 12;
/** From the first day of the first of them until today. */
export const rollingPeriod = (today: string): Period => ({
  from: `${addMonths(monthOf(today), 1 - MONTHS)}-01`,
  to: today,
});

/**
 * From ISO 8601 or ms since 1970. Without luxon, which takes fifty times as long: the feed reads instants by the
 * thousand.
 */
export const instantOf = (value: string | number): Date => new Date(value);
/** What the clock of a zone shows at an instant, as if that were UTC: milliseconds since 1970. */
export const wallClockMs = (at: Date, zone = UTC): number =>
  at.getTime() + IANAZone.create(zone).offset(at.getTime()) * 60_000;
/**
 * The first instant at which the clock of a zone shows what `wallClockMs` says. Where clocks skip 02:30, it is 03:30.
 */
export function instantAtWallClock(shown: number, zone = UTC): Date {
  const withOffsetAt = (ms: number): number => shown - IANAZone.create(zone).offset(ms) * 60_000;
  // A day before, the offset is that before a change of the clocks.
  const before = withOffsetAt(shown - DAY_MS);
  const after = withOffsetAt(before);
  return instantOf(after === before || withOffsetAt(after) !== after ? before : after);
}
/** Midnight of a day in UTC, as milliseconds since 1970. */
export const dayMs = (day: string): number => startOf(day).toMillis();
/** Noon of a day, UTC. */
export const noonOf = (day: string): Date => instantOf(`${day}T12:00:00Z`);
/** The instant that many times 24 hours earlier. */
export const daysBefore = (at: Date, days: number): Date => instantOf(at.getTime() - days * DAY_MS);

/** The last instant, at most `at`, at which it was that minute of the day in UTC. */
export function lastAtMinute(at: Date, minuteOfDay: number): Date {
  const today = startOfDay(dayAt(at)).getTime() + minuteOfDay * 60_000;
  return instantOf(today <= at.getTime() ? today : today - DAY_MS);
}

/** Seconds from now until the date of an HTTP header; 0 if it is not a date. */
export const secondsUntil = (httpDate: string): number => DateTime.fromHTTP(httpDate).diffNow('seconds').seconds || 0;

/** 'Nov 21, 2026' */
export const dayText = (day: string): string => startOf(day).toLocaleString(DateTime.DATE_MED);
/** 'Nov 21, 2026, 3:30 PM UTC' */
export function momentText(at: Date, zone = UTC): string {
  const moment = dateTime(at, zone);
  return `${withPlainSpaces(moment.toLocaleString(DateTime.DATETIME_MED))} ${moment.offsetNameShort}`;
}

/** ICU puts a narrow no-break space before AM and PM, which spreadsheets and the fonts of PDFs lack. */
const withPlainSpaces = (text: string): string => text.replaceAll('\u202f', ' ');

/** '2026-11' as 'November 2026'. */
export const monthText = (month: string): string => startOf(month).toFormat('LLLL yyyy');
/** '2026-11-21' as '11/21/2026'. */
export const slashedDayText = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;

/** '2026-11-21T15-30-00Z': for names of files, in order of time. */
export const fileStamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const zonedFormats = new Map<string, Intl.DateTimeFormat>();
/**
 * '11/21/2026 3:30 PM PST', as on the screen, with the zone. Reuses formatters, because it writes thousands of cells.
 */
export function zonedText(at: Date, zone = UTC): string {
  const format = zonedFormats.get(zone) ?? new Intl.DateTimeFormat(LOCALE, { ...CELL, timeZone: zone });
  zonedFormats.set(zone, format);
  return withPlainSpaces(format.format(at).replace(',', ''));
}
const CELL = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** '11-21-2026 15:30:00 UTC'. Rearranges the ISO text, because it runs for every event of a burst. */
export function stampText(at: Date): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  const [year, month, dayOfMonth] = day.split('-');
  return `${month}-${dayOfMonth}-${year} ${time.slice(0, 8)} UTC`;
}

/** The moment in days since 1970-01-01, as the demo counts them; the fraction is the time of day. */
export const dayNumber = (at: Date): number => at.getTime() / DAY_MS;
/** The instant, in ISO 8601, of days since 1970-01-01; fractions are times of day. */
export const isoOfDayNumber = (days: number): string => instantOf(Math.round(days * DAY_MS)).toISOString();
