/** Days of a calendar as 'YYYY-MM-DD' and months as 'YYYY-MM'. Reckoned in UTC, so that every day has 24 hours. */
const DAY_MS = 86_400_000;
const FIRST_YEAR = 1990;
const LAST_YEAR = 2100;

export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const monthOf = (day: string): string => day.slice(0, 7);
export const addDays = (day: string, days: number): string => isoDay(timeOf(day) + days * DAY_MS);
/** 0 is a Sunday. */
export const weekday = (day: string): number => new Date(timeOf(day)).getUTCDay();

const lengthOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

/** The same day of another month, or its last day where it is shorter. */
export function addMonths(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  return `${month}-${String(Math.min(Number(day.slice(8)), lengthOf(month))).padStart(2, '0')}`;
}

/** The weeks that show a month, from Sunday to Saturday, with the days of its neighbours that they hold. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = addDays(`${month}-01`, -weekday(`${month}-01`));
  const days = weekday(`${month}-01`) + lengthOf(month);
  return Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_each, index) => addDays(first, week * 7 + index)),
  );
}

/** Where a key leads from a day; null where it is none of the calendar's. */
export function dayByKey(day: string, key: string): string | null {
  const to = stepOf(day, key);
  return to !== null && isCalendarDay(to) ? to : null;
}

function stepOf(day: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    case 'Home':
      return addDays(day, -weekday(day));
    case 'End':
      return addDays(day, 6 - weekday(day));
    default:
      return null;
  }
}

/** A day that exists, of a year that anybody plans for. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = timeOf(text);
  const year = Number(text.slice(0, 4));
  return !Number.isNaN(time) && isoDay(time) === text && year >= FIRST_YEAR && year <= LAST_YEAR;
}

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY_NAME = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
export const monthName = (month: string): string => MONTH_NAME.format(timeOf(`${month}-01`));
export const dayName = (day: string): string => DAY_NAME.format(timeOf(day));
