/** Keyboard navigation of the task calendar, and its state in the address. Pure. */
import type { TaskStatus } from '../../../contract/tasks/tasks.endpoints';
import { addDays, addMonths, monthOf, weekday, weeksOf } from '../../base/calendar';
import { isDay } from '../../base/dates';

const FIRST_YEAR = 1990;
const LAST_YEAR = 2100;

/** The day that a key leads to; null for other keys. */
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

/** A valid day in a plausible year. */
export function isCalendarDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return isDay(text) && year >= FIRST_YEAR && year <= LAST_YEAR;
}

export interface CalendarPlace {
  /** YYYY-MM */
  readonly month: string;
  /** YYYY-MM-DD: a day of the month, or an adjacent one that its weeks show. */
  readonly day: string;
}

/** Sorted as they arrive and not as they are shown, so that no task moves away when it is marked as done. */
export const openFirst = <T extends { readonly status: TaskStatus }>(tasks: readonly T[]): readonly T[] => [
  ...tasks.filter(({ status }) => status === 'OPEN'),
  ...tasks.filter(({ status }) => status !== 'OPEN'),
];

/** Missing or invalid parameters default to today. */
export function readPlace(params: URLSearchParams, today: string): CalendarPlace {
  const given = params.get('month') ?? '';
  const requested = isCalendarDay(params.get('day') ?? '') ? params.get('day') : null;
  const month = isCalendarDay(`${given}-01`) ? given : monthOf(requested ?? today);
  const shown = weeksOf(month).flat();
  const day = [requested, today].find((each) => each !== null && shown.includes(each)) ?? `${month}-01`;
  return { month, day };
}

/** The query for a place in the calendar, or for the list if null; the chosen facility stays. */
export function writePlace(params: URLSearchParams, place: CalendarPlace | null): string {
  const next = new URLSearchParams();
  const client = params.get('clientId');
  if (client !== null) next.set('clientId', client);
  if (place !== null) {
    next.set('view', 'calendar');
    next.set('month', place.month);
    next.set('day', place.day);
  }
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}
