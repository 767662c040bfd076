/**
 * A timesheet by day. Hours are entered as totals of the week; they are spread over it by the length of a shift, with
 * overtime and holidays last, so that the sums equal those that were entered.
 */
import { sql } from 'kysely';
import type { ListRow } from '../../../contract/lists/list';
import { addDays, DAYS_A_WEEK, MINUTES_AN_HOUR } from '../../base/dates';
import type { Queries } from '../../database';
import { PREMIUM } from './timesheetImport/hours';

const USUAL_SHIFT_MINUTES = 480;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export interface Week {
  /** A Saturday. */
  readonly weekEnding: string;
  readonly shift: string;
  /** Minutes, as all hours below. */
  readonly scheduled: number;
  readonly regular: number;
  readonly overtime: number;
  readonly holiday: number;
  readonly onCall: number;
  /** Cents per hour. */
  readonly rate: number;
  /** In cents, expenses included. */
  readonly bill: number;
  /** Cents; 0 if they were refused, because the bill leaves them out. */
  readonly expenses: number;
}

/** Minutes of a shift such as '7a-7p 3x12'. */
export function shiftMinutes(shift: string): number {
  const hours = /\dx(\d{1,2})\b/.exec(shift)?.[1];
  return hours === undefined ? USUAL_SHIFT_MINUTES : Number(hours) * MINUTES_AN_HOUR;
}

/** Days of a week that begins on a Sunday, in the order of the work. */
const ORDER = [1, 2, 3, 4, 5, 6, 0];

/**
 * Minutes of each day from Sunday to Saturday, beginning on the Monday; whole shifts first. `first` is the day of the
 * week on which the person begins, 0 for those who have begun before.
 */
export function spreadMinutes(minutes: number, shift: number, first = 0): number[] {
  const order = ORDER.filter((day) => day >= first);
  const each = Math.max(shift, Math.ceil(minutes / order.length));
  return ORDER.map((_, day) => {
    const nth = order.indexOf(day);
    return nth < 0 ? 0 : Math.max(0, Math.min(each, minutes - nth * each));
  });
}

/** One row for each day that was scheduled or worked, then other payments, then the sum. */
export function daysOf(week: Week): ListRow[] {
  const worked = week.regular + week.overtime + week.holiday;
  const shift = shiftMinutes(week.shift);
  const scheduled = spreadMinutes(week.scheduled, shift);
  const totals = spreadMinutes(worked, shift);
  const left = { regular: week.regular, overtime: week.overtime, holiday: week.holiday };
  const take = (kind: keyof typeof left, most: number): number => {
    const taken = Math.min(left[kind], most);
    left[kind] -= taken;
    return taken;
  };
  const days = ORDER.map((day) => {
    const total = totals[day] ?? 0;
    const regular = take('regular', total);
    const overtime = take('overtime', total - regular);
    const holiday = take('holiday', total - regular - overtime);
    const paid = regular + (overtime + holiday) * PREMIUM;
    return {
      id: `day-${day}`,
      day: addDays(week.weekEnding, day - DAYS_A_WEEK + 1),
      weekday: WEEKDAYS[(day + DAYS_A_WEEK - 1) % DAYS_A_WEEK] ?? '',
      scheduled: scheduled[day] ?? 0,
      regular,
      overtime,
      holiday,
      total,
      rate: week.rate,
      amount: Math.round((paid * week.rate) / MINUTES_AN_HOUR),
    };
  });
  const shown = days
    .filter(({ total, scheduled: planned }) => total > 0 || planned > 0)
    .sort((a, b) => a.day.localeCompare(b.day));
  if (shown.length === 0) return [];
  const ofDays = shown.reduce((sum, { amount }) => sum + amount, 0);
  const line = (id: string, weekday: string, more: Partial<ListRow>): ListRow => ({
    ...{
      id,
      weekday,
      day: null,
      scheduled: null,
      regular: null,
      overtime: null,
      holiday: null,
      total: null,
      rate: null,
    },
    ...more,
  });
  // The rest of the bill, besides hours and expenses, is paid for being on call.
  const onCall = week.bill - week.expenses - ofDays;
  return [
    ...shown,
    ...(week.onCall > 0 || onCall !== 0
      ? [line('on-call', week.onCall > 0 ? 'On call' : 'Rounding', { total: week.onCall || null, amount: onCall })]
      : []),
    ...(week.expenses > 0 ? [line('expenses', 'Expenses', { amount: week.expenses })] : []),
    line('sum', 'Week', {
      scheduled: week.scheduled,
      regular: week.regular,
      overtime: week.overtime,
      holiday: week.holiday,
      total: worked + week.onCall,
      amount: week.bill,
    }),
  ];
}

/** Empty for a timesheet that is not visible to `queries`. */
export async function timesheetDays(queries: Queries, timesheetId: string): Promise<ListRow[]> {
  const week = await queries
    .selectFrom('timesheets as r')
    .innerJoin('assignments as a', 'a.id', 'r.assignment_id')
    .where('r.id', '=', timesheetId)
    .select([
      'r.week_ending as weekEnding',
      'a.shift',
      'r.scheduled_minutes as scheduled',
      'r.regular_minutes as regular',
      'r.overtime_minutes as overtime',
      'r.holiday_minutes as holiday',
      'r.on_call_minutes as onCall',
      'a.bill_rate_cents as rate',
      'r.bill_cents as bill',
      sql<number>`case when r.expense_decision = 'REFUSED' then 0 else r.expense_cents end`.as('expenses'),
    ])
    .executeTakeFirst();
  return week === undefined ? [] : daysOf(week);
}
