/** The rolling twelve months and their weeks. A month is 'YYYY-MM', a day 'YYYY-MM-DD'; the server's days are UTC's. */
import type { Period } from './filter';

export const MONTHS = 12;
const DAY_MS = 86_400_000;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The calendar day of an instant (ms since 1970) in an IANA zone. */
export function dayIn(instant: number, zone = 'UTC'): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** So many months later, or earlier. */
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((((index % 12) + 12) % 12) + 1).padStart(2, '0')}`;
}

/** Twelve, the month of `today` the last of them. */
export function rollingMonths(today: string): readonly string[] {
  const current = today.slice(0, 7);
  return Array.from({ length: MONTHS }, (_, index) => addMonths(current, index - MONTHS + 1));
}

/** What is in order from January to December, so that it ends with the month of `today`. */
export function rotatedToEnd<T>(fromJanuary: readonly T[], today: string): readonly T[] {
  const after = Number(today.slice(5, 7));
  return [...fromJanuary.slice(after), ...fromJanuary.slice(0, after)];
}

/** Its first and last day. */
export const monthPeriod = (month: string): Period => ({
  from: `${month}-01`,
  to: iso(utc(`${addMonths(month, 1)}-01`) - DAY_MS),
});

/** From the first day of the first month until today. */
export function rollingPeriod(today: string): Period {
  return { from: `${addMonths(today.slice(0, 7), 1 - MONTHS)}-01`, to: today };
}

/** The Saturday that ends the week of a day, weeks being from Sunday to Saturday as timesheets are. */
export function saturdayOf(day: string): string {
  const ms = utc(day);
  return iso(ms + (6 - new Date(ms).getUTCDay()) * DAY_MS);
}

/** The Saturdays of every week that has a day in the period. */
export function saturdaysOf({ from, to }: Period): readonly string[] {
  const last = utc(saturdayOf(to));
  const saturdays: string[] = [];
  for (let ms = utc(saturdayOf(from)); ms <= last; ms += 7 * DAY_MS) saturdays.push(iso(ms));
  return saturdays;
}

/** From Sunday to the Saturday. */
export const weekPeriod = (saturday: string): Period => ({ from: iso(utc(saturday) - 6 * DAY_MS), to: saturday });

/** As many days directly before it. */
export function previousPeriod({ from, to }: Period): Period {
  const days = (utc(to) - utc(from)) / DAY_MS + 1;
  return { from: iso(utc(from) - days * DAY_MS), to: iso(utc(from) - DAY_MS) };
}
