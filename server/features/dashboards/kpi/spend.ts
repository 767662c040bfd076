/** Actual and planned spend, by month, or by week for short time frames. */
import { sql } from 'kysely';
import { ASSIGNMENT_STATUSES } from '../../../../contract/base/statuses';
import { TIME_FRAMES, translateFilters, type Period, type TimeFrame } from '../../../../contract/dashboards/filter';
import {
  addMonths,
  daysIn,
  monthOf,
  monthPeriod,
  rollingPeriod,
  saturdayOf,
  saturdaysOf,
  weekPeriod,
} from '../../../base/dates';
import { ApiError } from '../../../base/errors';
import { listWhere } from '../../lists/engine';
import { timeFramePeriod } from '../period';
import type { DashboardQuery } from '../query';
import { sumsOf } from '../sumRequest';
import { kpiValue, sumRequestsOf } from './kpiValues';
import { sumQuantities } from './sums';

const MAX_DAYS_BY_WEEK = 92;

interface Buckets {
  readonly by: 'month' | 'week';
  readonly keys: readonly string[];
  readonly ranges: readonly Period[];
}

/** Throws `request.invalid` for an unknown time frame. */
function bucketsOf(billingTimeFrame: string | undefined, today: string): Buckets {
  const frame = TIME_FRAMES.find((each) => each === billingTimeFrame);
  if (billingTimeFrame !== undefined && frame === undefined) {
    throw new ApiError('request.invalid', {
      sentence: 'There is no such billing time frame. Please choose one of the options.',
    });
  }
  const period = periodOfFrame(frame ?? 'YEARLY_LAST_TWELVE_MONTHS', today);
  if (daysIn(period) <= MAX_DAYS_BY_WEEK) {
    const keys = saturdaysOf(period);
    return { by: 'week', keys, ranges: keys.map(weekPeriod) };
  }
  const keys: string[] = [];
  for (let month = monthOf(period.from); month <= monthOf(today); month = addMonths(month, 1)) keys.push(month);
  return { by: 'month', keys, ranges: keys.map(monthPeriod) };
}

/** A year is twelve months, the first of which is whole. */
const periodOfFrame = (frame: TimeFrame, today: string): Period =>
  frame === 'YEARLY_LAST_TWELVE_MONTHS' ? rollingPeriod(today) : timeFramePeriod(frame, today);

/** Billed and planned US dollars by week or month. Throws ApiError (`request.invalid`) for an unknown time frame. */
export async function spend(query: DashboardQuery, billingTimeFrame: string | undefined) {
  const { by, keys, ranges } = bucketsOf(billingTimeFrame, query.today);
  const period = { from: (ranges[0] as Period).from, to: (ranges.at(-1) as Period).to };
  const billed = await sumQuantities(query, sumRequestsOf('SPEND', period), by);
  const planned = await plannedCents(query, ranges);
  return {
    revenueDateRange: [...ranges],
    datasets: [
      { label: 'Actual' as const, data: keys.map((key) => kpiValue('SPEND', sumsOf(billed, key)).numerator / 100) },
      { label: 'Projected' as const, data: ranges.map((_, index) => (planned[index] ?? 0) / 100) },
    ],
  };
}

/** The days of the weeks that end in the range: a timesheet counts in the week it ends, so planned spend does too. */
function daysOf({ from, to }: Period): Period {
  const first = saturdayOf(from);
  const saturdays = saturdaysOf({ from: first, to });
  const last = saturdays.filter((saturday) => saturday <= to).at(-1) ?? first;
  return { from: weekPeriod(first).from, to: last };
}

const NOT_CANCELLED = ASSIGNMENT_STATUSES.filter((status) => status !== 'CANCELLED');

async function plannedCents(
  { queries, scope, filter }: DashboardQuery,
  ranges: readonly Period[],
): Promise<readonly number[]> {
  const list = 'activeBookedCandidateReport';
  const chosen = translateFilters(list, filter, null, scope.organizationType).filters;
  const where = listWhere(list, { filters: { ...chosen, status: NOT_CANCELLED }, clientId: filter.clientId }, scope);
  const days = ranges.map(daysOf);
  const { rows } = await sql<{ index: number; cents: number }>`
    with planned as materialized (
      select r.planned_start, r.planned_end, sum(r.minutes_per_week::bigint * r.bill_rate_cents) as week
      from assignments r
      where ${where} and r.planned_end >= ${days[0]?.from}::date and r.planned_start <= ${days.at(-1)?.to}::date
      group by r.planned_start, r.planned_end
    )
    select b.index::integer as index, round(sum(
        p.week * (least(p.planned_end, b.last) - greatest(p.planned_start, b.first) + 1)) / (60 * 7))::bigint as cents
    from unnest(${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[])
      with ordinality b (first, last, index)
    join planned p on p.planned_start <= b.last and p.planned_end >= b.first
    group by b.index`.execute(queries);
  const cents: number[] = ranges.map(() => 0);
  for (const row of rows) cents[row.index - 1] = row.cents;
  return cents;
}
