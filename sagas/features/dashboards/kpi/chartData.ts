/** Data of the KPI charts, by label, with the days of each label. */
import type { Period } from '../../../../contract/dashboards/filter';
import type { BusinessAnalysisWidget, FacilityKpiWidget } from '../../../../contract/dashboards/kpiDashboards';
import { roundTo } from '../../../../contract/dashboards/kpiRules';
import type { Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { dayText } from '../../../base/dates';
import { daysIn, longMonthText, monthPeriod, monthText, shortDayText, weekPeriod } from '../../../base/calendar';
import { countText } from '../../../base/numbers';
import { daysText, percentText, thousandsText } from './kpi.format';

type Analysis = ResponseOf<'businessAnalysis'>;
type Facility = ResponseOf<'facilityKpiDashboard'>;
type Color = 'brand' | 'warning' | 'success' | 'rose' | 'tertiary';

export interface KpiSeries {
  readonly label: string;
  readonly color: Color;
  /** Null is a gap: nothing happened. */
  readonly values: readonly (number | null)[];
  readonly dashed?: true;
  /** The rows behind a value; absent without rows. */
  readonly kpi?: Kpi;
}

export interface KpiChart {
  readonly kind: 'area' | 'line' | 'bar';
  readonly stacked?: true;
  readonly unit: 'dollars' | 'days' | 'count';
  readonly of: 'Month' | 'Week';
  /** One for each month or week, oldest first, as the two below. */
  readonly labels: readonly string[];
  readonly fullLabels: readonly string[];
  readonly periods: readonly Period[];
  /** Index of the month or week that has not ended. */
  readonly open: number;
  readonly series: readonly KpiSeries[];
  /** A figure over all values, shown as the last line of the card. */
  readonly note?: string;
}

const UNIT_TEXTS: Readonly<Record<KpiChart['unit'], (value: number) => string>> = {
  dollars: thousandsText,
  days: daysText,
  count: countText,
};
/** A value as the chart's axis and table show it; a dash for null. */
export const chartText = (unit: KpiChart['unit'], value: number | null): string =>
  value === null ? '–' : UNIT_TEXTS[unit](value);

/** Rounded for an axis. */
export const tickText = (unit: KpiChart['unit'], value: number): string =>
  unit === 'dollars' ? thousandsText(value).replace('.0K', 'K') : String(roundTo(value, 1));

type Axis = Pick<KpiChart, 'of' | 'labels' | 'fullLabels' | 'periods' | 'open'>;

/** Every series ends with the month or week of today, which has not ended. */
const soFar = (labels: readonly string[]): Pick<Axis, 'fullLabels' | 'open'> => ({
  open: labels.length - 1,
  fullLabels: labels.map((label, index) => (index === labels.length - 1 ? `${label} (so far)` : label)),
});

/** The labels of the rolling twelve months. */
export const byMonth = (months: readonly string[]): Axis => ({
  of: 'Month',
  labels: months.map(monthText),
  ...soFar(months.map(longMonthText)),
  periods: months.map(monthPeriod),
});

const LONGEST_WEEK_DAYS = 7;

function byPeriod(periods: readonly Period[]): Axis {
  const weeks = periods.every((period) => daysIn(period) <= LONGEST_WEEK_DAYS);
  if (!weeks) return { ...byMonth(periods.map(({ from }) => from.slice(0, 7))), periods };
  const labels = periods.map(({ to }) => shortDayText(to));
  return { of: 'Week', labels, ...soFar(periods.map(({ to }) => `Week to ${dayText(to)}`)), periods };
}

function spend({ datasets, revenueDateRange }: Pick<Analysis, 'datasets' | 'revenueDateRange'>): KpiChart | null {
  if (datasets === undefined || revenueDateRange === undefined) return null;
  const series = datasets.map(({ label, data }): KpiSeries =>
    label === 'Actual'
      ? { label, color: 'brand', values: data, kpi: 'SPEND' }
      : { label, color: 'warning', values: data, dashed: true },
  );
  return { kind: 'area', unit: 'dollars', ...byPeriod(revenueDateRange), series };
}

type Weekly = Analysis['timeToFillDataset'];
function weekly(code: 'TIME_TO_FILL' | 'SUBMITTED_TO_BOOKED', items: Weekly): KpiChart | null {
  if (items === undefined) return null;
  const periods = items.map(({ nextOfSameSaturday }) => weekPeriod(nextOfSameSaturday));
  const values = items.map(({ timeTofill }) => timeTofill);
  return {
    kind: 'line',
    unit: 'days',
    ...byPeriod(periods),
    series: [{ label: 'Days', color: 'brand', values, kpi: code }],
  };
}

function fileCompletion({
  months,
  fileCompletionDTO,
}: Pick<Facility, 'months' | 'fileCompletionDTO'>): KpiChart | null {
  if (fileCompletionDTO === undefined) return null;
  const values = fileCompletionDTO.monthlyFileCompletionDays;
  const series: KpiSeries = { label: 'Days', color: 'brand', values, kpi: 'FILE_COMPLETION' };
  return { kind: 'line', unit: 'days', ...byMonth(months), series: [series] };
}

function offered(answer: Analysis): KpiChart | null {
  const { months, timeFromSubmittedToOffer, timeFromOfferedToAccept, timeFromOfferedToBook } = answer;
  const parts = [
    ['SUBMITTED_TO_OFFER', 'Submitted to offered', 'tertiary', timeFromSubmittedToOffer],
    ['OFFERED_TO_ACCEPT', 'Offered to accepted', 'warning', timeFromOfferedToAccept],
    ['OFFERED_TO_BOOKED', 'Offered to booked', 'brand', timeFromOfferedToBook],
  ] as const;
  const series = parts.flatMap(([kpi, label, color, values]): readonly KpiSeries[] =>
    values === undefined ? [] : [{ label, color, values, kpi }],
  );
  return series.length === 0 ? null : { kind: 'line', unit: 'days', ...byMonth(months), series };
}

function pushed({ months, pushedStartData: data }: Analysis): KpiChart | null {
  if (data === undefined) return null;
  const share = data.ytdPushedPercent === null ? '' : ` (${percentText(data.ytdPushedPercent)})`;
  return {
    kind: 'bar',
    unit: 'count',
    ...byMonth(months),
    series: [
      { label: 'Starts', color: 'brand', values: data.actual, kpi: 'STARTS' },
      { label: 'Pushed', color: 'warning', values: data.pushed, kpi: 'PUSHED_STARTS' },
    ],
    note: `This year ${countText(data.ytdPushed)} of ${countText(data.ytdActual)} starts were pushed${share}.`,
  };
}

function history({ months, completedAssignments }: Analysis): KpiChart | null {
  if (completedAssignments === undefined) return null;
  const at = (index: number) => completedAssignments.map((triple) => triple[index] ?? 0);
  return {
    kind: 'bar',
    stacked: true,
    unit: 'count',
    ...byMonth(months),
    series: [
      { label: 'Completed', color: 'success', values: at(0), kpi: 'COMPLETED' },
      { label: 'Early Term', color: 'rose', values: at(1), kpi: 'EARLY_TERMS' },
      { label: 'Cancelled', color: 'tertiary', values: at(2), kpi: 'CANCELLATIONS' },
    ],
  };
}

/** Null if the answer lacks it. */
export function analysisChart(widget: BusinessAnalysisWidget, answer: Analysis): KpiChart | null {
  switch (widget) {
    case 'SPEND':
      return spend(answer);
    case 'TIME_TO_FILL':
      return weekly('TIME_TO_FILL', answer.timeToFillDataset);
    case 'SUBMITTED_TO_BOOKED':
      return weekly('SUBMITTED_TO_BOOKED', answer.timeToHire);
    case 'OFFERED_TO_BOOKED':
      return offered(answer);
    case 'FILE_COMPLETION':
      return fileCompletion(answer);
    case 'PUSHED_STARTS':
      return pushed(answer);
    case 'ASSIGNMENTS_HISTORY':
      return history(answer);
    default:
      return null;
  }
}

/** Null for a widget that has no chart. */
export function facilityChart(widget: FacilityKpiWidget, answer: Facility): KpiChart | null {
  switch (widget) {
    case 'SPEND':
      return spend(answer);
    case 'TIME_TO_FILL':
      return weekly('TIME_TO_FILL', answer.timeToFillDataset);
    case 'FILE_COMPLETION':
      return fileCompletion(answer);
    default:
      return null;
  }
}

const isNothing = (value: number | null) => value === null || value === 0;
/** Whether no point of the chart has a value. */
export const isEmptyChart = ({ series }: KpiChart): boolean => series.every(({ values }) => values.every(isNothing));
