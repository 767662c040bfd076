/** The calendar in the address: `?view=calendar&month=2026-11&day=2026-11-21`. Without it the tasks are a list. */
import { isCalendarDay, monthOf, weeksOf } from './calendar.rules';

export const showsCalendar = (search: string): boolean => new URLSearchParams(search).get('view') === 'calendar';

export interface CalendarPlace {
  readonly month: string;
  /** A day of the month, or one beside it that its weeks show. */
  readonly day: string;
}

/** What is not there, or is no day at all, is what today makes of it. */
export function readPlace(params: URLSearchParams, today: string): CalendarPlace {
  const given = params.get('month') ?? '';
  const asked = isCalendarDay(params.get('day') ?? '') ? params.get('day') : null;
  const month = isCalendarDay(`${given}-01`) ? given : monthOf(asked ?? today);
  const shown = weeksOf(month).flat();
  const day = [asked, today].find((each) => each !== null && shown.includes(each)) ?? `${month}-01`;
  return { month, day };
}

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
