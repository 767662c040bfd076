/** Which days a dashboard is of: a date range over a time frame over the default. Days are the server's, in UTC. */
import {
  DEFAULT_TIME_FRAME,
  FIRST_YEAR,
  LAST_YEAR,
  TIME_FRAMES,
  type DashboardFilter,
  type Period,
  type TimeFrame,
} from '../../contract/dashboard';
import { ApiError } from '../http/errors';

const DAY_MS = 86_400_000;

const LABELS: Readonly<Record<TimeFrame, string>> = {
  WEEKLY_LAST_SEVEN_DAYS: 'Last 7 days',
  MONTHLY_LAST_THIRTY_DAYS: 'Last 30 days',
  QUARTERLY_LAST_NINETY_DAYS: 'Last 90 days',
  YEARLY_LAST_TWELVE_MONTHS: 'Last 12 months',
  YEAR_TO_DATE: 'Year to date',
};
/** Today is one of them. */
const DAYS: Partial<Record<TimeFrame, number>> = {
  WEEKLY_LAST_SEVEN_DAYS: 7,
  MONTHLY_LAST_THIRTY_DAYS: 30,
  QUARTERLY_LAST_NINETY_DAYS: 90,
};

const iso = (date: Date): string => date.toISOString().slice(0, 10);
const isTimeFrame = (value: string): value is TimeFrame => (TIME_FRAMES as readonly string[]).includes(value);

/** From the day after the same day a year before, so that no day is in it twice. */
function yearBefore(now: Date): string {
  const begins = new Date(now.getTime() + DAY_MS);
  begins.setUTCFullYear(begins.getUTCFullYear() - 1);
  return iso(begins);
}

export function timeFramePeriod(frame: TimeFrame, now: Date): Period {
  const to = iso(now);
  const days = DAYS[frame];
  if (days !== undefined) return { from: iso(new Date(now.getTime() - (days - 1) * DAY_MS)), to };
  return { from: frame === 'YEAR_TO_DATE' ? `${to.slice(0, 4)}-01-01` : yearBefore(now), to };
}

export const timeFrameOptions = (now: Date) =>
  TIME_FRAMES.map((value) => ({ value, label: LABELS[value], ...timeFramePeriod(value, now) }));

/** Throws `request.invalid` for a time frame there is not, and for a range that ends before it begins or is out of reach. */
export function periodOf({ dateRange, timeFrame }: DashboardFilter, now: Date): Period {
  if (timeFrame !== undefined && !isTimeFrame(timeFrame)) {
    throw invalid('There is no such time frame. Please choose one that is offered.');
  }
  if (dateRange === undefined) return timeFramePeriod(timeFrame ?? DEFAULT_TIME_FRAME, now);
  const [from, to] = dateRange as [string, string];
  const reachable = [from, to].every(
    (day) => Number(day.slice(0, 4)) >= FIRST_YEAR && day.slice(0, 4) <= `${LAST_YEAR}`,
  );
  if (!reachable) throw invalid(`Please choose days in the years ${FIRST_YEAR} to ${LAST_YEAR}.`);
  if (from > to) throw invalid('The first day of the date range is after the last. Please swap them.');
  return { from, to };
}

const invalid = (sentence: string): ApiError => new ApiError('request.invalid', { sentence });
