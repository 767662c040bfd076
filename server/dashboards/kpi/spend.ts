/** Actual spend beside what was planned, by month, or by week where the time frame is short. */
import { sql } from 'kysely';
import { carriedFilters, TIME_FRAMES, type Period, type TimeFrame } from '../../../contract/dashboard';
import {
  addMonths,
  monthPeriod,
  rollingPeriod,
  saturdayOf,
  saturdaysOf,
  weekPeriod,
} from '../../../contract/dashboard/kpi';
import { ASSIGNMENT_STATUSES } from '../../../contract/statuses';
import { ApiError } from '../../http/errors';
import { listWhere } from '../../lists/engine';
import type { Asked } from '../asked';
import { timeFramePeriod } from '../period';
import { reckon } from './reckon';
import { sumsOf } from './sought';
import { reckoned, soughtFor } from './values';

const DAY_MS = 86_400_000;
const MOST_DAYS_BY_WEEK = 92;

interface Buckets {
  readonly by: 'month' | 'week';
  readonly keys: readonly string[];
  readonly ranges: readonly Period[];
}

/** Throws `request.invalid` for a time frame there is not. */
export function bucketsOf(billingTimeFrame: string | undefined, now: Date): Buckets {
  const today = now.toISOString().slice(0, 10);
  const frame = TIME_FRAMES.find((each) => each === billingTimeFrame);
  if (billingTimeFrame !== undefined && frame === undefined) {
    throw new ApiError('request.invalid', {
      sentence: 'There is no such billing time frame. Please choose one that is offered.',
    });
  }
  const period = periodOfFrame(frame ?? 'YEARLY_LAST_TWELVE_MONTHS', now, today);
  const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;
  if (days <= MOST_DAYS_BY_WEEK) {
    const keys = saturdaysOf(period);
    return { by: 'week', keys, ranges: keys.map(weekPeriod) };
  }
  const keys: string[] = [];
  for (let month = period.from.slice(0, 7); month <= today.slice(0, 7); month = addMonths(month, 1)) keys.push(month);
  return { by: 'month', keys, ranges: keys.map(monthPeriod) };
}

/** A year is twelve months: the first of them is whole. */
const periodOfFrame = (frame: TimeFrame, now: Date, today: string): Period =>
  frame === 'YEARLY_LAST_TWELVE_MONTHS' ? rollingPeriod(today) : timeFramePeriod(frame, now);

export async function spend(asked: Asked, billingTimeFrame: string | undefined, now: Date) {
  const { by, keys, ranges } = bucketsOf(billingTimeFrame, now);
  const period = { from: (ranges[0] as Period).from, to: (ranges.at(-1) as Period).to };
  const billed = await reckon(asked, soughtFor('SPEND', period), by);
  const planned = await plannedCents(asked, ranges);
  return {
    revenueDateRange: [...ranges],
    datasets: [
      { label: 'Actual' as const, data: keys.map((key) => reckoned('SPEND', sumsOf(billed, key)).numerator / 100) },
      { label: 'Projected' as const, data: ranges.map((_, index) => (planned[index] ?? 0) / 100) },
    ],
  };
}

/** The days of the weeks that end in the range: a timesheet counts where its week ends, and so does what was planned. */
function daysOf({ from, to }: Period): Period {
  const first = saturdayOf(from);
  const saturdays = saturdaysOf({ from: first, to });
  const last = saturdays.filter((saturday) => saturday <= to).at(-1) ?? first;
  return { from: weekPeriod(first).from, to: last };
}

const NOT_CANCELLED = ASSIGNMENT_STATUSES.filter((status) => status !== 'CANCELLED');

async function plannedCents({ queries, scope, filter }: Asked, ranges: readonly Period[]): Promise<readonly number[]> {
  const list = 'activeBookedCandidateReport';
  const carried = carriedFilters(list, filter, null, scope.organizationType).filters;
  const where = listWhere(list, { filters: { ...carried, status: NOT_CANCELLED }, clientId: filter.clientId }, scope);
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
