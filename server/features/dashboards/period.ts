/** The period of a dashboard: the date range, else the time frame, else the default. Today is the viewer's date. */
import {
  DEFAULT_TIME_FRAME,
  FIRST_YEAR,
  LAST_YEAR,
  TIME_FRAMES,
  type DashboardFilter,
  type Period,
  type TimeFrame,
} from '../../../contract/dashboards/filter';
import { addDays, twelveMonthsTo } from '../../base/dates';
import { ApiError } from '../../base/errors';

const LABELS: Readonly<Record<TimeFrame, string>> = {
  WEEKLY_LAST_SEVEN_DAYS: 'Last 7 days',
  MONTHLY_LAST_THIRTY_DAYS: 'Last 30 days',
  QUARTERLY_LAST_NINETY_DAYS: 'Last 90 days',
  YEARLY_LAST_TWELVE_MONTHS: 'Last 12 months',
  YEAR_TO_DATE: 'Year to date',
};
/** Including today. */
const DAYS: Partial<Record<TimeFrame, number>> = {
  WEEKLY_LAST_SEVEN_DAYS: 7,
  MONTHLY_LAST_THIRTY_DAYS: 30,
  QUARTERLY_LAST_NINETY_DAYS: 90,
};

const isTimeFrame = (value: string): value is TimeFrame => (TIME_FRAMES as readonly string[]).includes(value);

/** The days of a time frame, today included. */
export function timeFramePeriod(frame: TimeFrame, today: string): Period {
  const days = DAYS[frame];
  if (days !== undefined) return { from: addDays(today, 1 - days), to: today };
  return { from: frame === 'YEAR_TO_DATE' ? `${today.slice(0, 4)}-01-01` : twelveMonthsTo(today), to: today };
}

/** The time frames of the filter form, with the days they mean today. */
export const timeFrameOptions = (today: string) =>
  TIME_FRAMES.map((value) => ({ value, label: LABELS[value], ...timeFramePeriod(value, today) }));

/** Throws `request.invalid` for an unknown time frame, and for a range that is reversed or out of bounds. */
export function periodOf({ dateRange, timeFrame }: DashboardFilter, today: string): Period {
  if (timeFrame !== undefined && !isTimeFrame(timeFrame)) {
    throw invalid('There is no such time frame. Please choose one of the options.');
  }
  if (dateRange === undefined) return timeFramePeriod(timeFrame ?? DEFAULT_TIME_FRAME, today);
  const [from, to] = dateRange as [string, string];
  const reachable = [from, to].every(
    (day) => Number(day.slice(0, 4)) >= FIRST_YEAR && day.slice(0, 4) <= `${LAST_YEAR}`,
  );
  if (!reachable) throw invalid(`Please choose days in the years ${FIRST_YEAR} to ${LAST_YEAR}.`);
  if (from > to) throw invalid('The first day of the date range is after the last. Please swap them.');
  return { from, to };
}

const invalid = (sentence: string): ApiError => new ApiError('request.invalid', { sentence });
