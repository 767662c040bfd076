/** What the charts of the KPI dashboards draw: the answer's parts, each label with the days it stands for. */
import type { ResponseOf } from '../../contract';
import type { Period } from '../../contract/dashboard';
import {
  monthPeriod,
  roundTo,
  weekPeriod,
  type BusinessAnalysisWidget,
  type FacilityKpiWidget,
  type Kpi,
} from '../../contract/dashboard/kpi';
import { countText, dayShort, daysText, monthLong, monthShort, percentText, thousandsText } from './kpi.format';

type Analysis = ResponseOf<'businessAnalysis'>;
type Facility = ResponseOf<'facilityKpiDashboard'>;
type Colour = 'primary' | 'warning' | 'success' | 'rose' | 'tertiary';

export interface KpiSeries {
  readonly label: string;
  readonly colour: Colour;
  /** Null where nothing happened: a gap. */
  readonly values: readonly (number | null)[];
  readonly dashed?: true;
  /** Whose rows a value is made of; absent where there are none. */
  readonly kpi?: Kpi;
}

export interface KpiChart {
  readonly kind: 'area' | 'line' | 'bar';
  readonly stacked?: true;
  readonly unit: 'dollars' | 'days' | 'count';
  readonly of: 'Month' | 'Week';
  readonly labels: readonly string[];
  readonly fullLabels: readonly string[];
  readonly periods: readonly Period[];
  readonly series: readonly KpiSeries[];
  /** The last line: a figure over all. */
  readonly note?: string;
}

const UNIT_TEXTS: Readonly<Record<KpiChart['unit'], (value: number) => string>> = {
  dollars: thousandsText,
  days: daysText,
  count: countText,
};
export const chartText = (unit: KpiChart['unit'], value: number | null): string =>
  value === null ? '–' : UNIT_TEXTS[unit](value);

/** At an axis, where the figures are round. */
export const tickText = (unit: KpiChart['unit'], value: number): string =>
  unit === 'dollars' ? thousandsText(value).replace('.0K', 'K') : String(roundTo(value, 1));

const byMonth = (months: readonly string[]): Pick<KpiChart, 'of' | 'labels' | 'fullLabels' | 'periods'> => ({
  of: 'Month',
  labels: months.map(monthShort),
  fullLabels: months.map(monthLong),
  periods: months.map(monthPeriod),
});

const LONGEST_WEEK_DAYS = 7;
const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

function byPeriod(periods: readonly Period[]): Pick<KpiChart, 'of' | 'labels' | 'fullLabels' | 'periods'> {
  const weeks = periods.every((period) => daysOf(period) <= LONGEST_WEEK_DAYS);
  if (!weeks) return { ...byMonth(periods.map(({ from }) => from.slice(0, 7))), periods };
  const labels = periods.map(({ to }) => dayShort(to));
  return { of: 'Week', labels, fullLabels: labels.map((label) => `Week to ${label}`), periods };
}

function spend({ datasets, revenueDateRange }: Pick<Analysis, 'datasets' | 'revenueDateRange'>): KpiChart | null {
  if (datasets === undefined || revenueDateRange === undefined) return null;
  const series = datasets.map(({ label, data }): KpiSeries =>
    label === 'Actual'
      ? { label, colour: 'primary', values: data, kpi: 'SPEND' }
      : { label, colour: 'warning', values: data, dashed: true },
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
    series: [{ label: 'Days', colour: 'primary', values, kpi: code }],
  };
}

function fileCompletion({
  months,
  fileCompletionDTO,
}: Pick<Facility, 'months' | 'fileCompletionDTO'>): KpiChart | null {
  if (fileCompletionDTO === undefined) return null;
  const values = fileCompletionDTO.monthlyFileCompletionDays;
  const series: KpiSeries = { label: 'Days', colour: 'primary', values, kpi: 'FILE_COMPLETION' };
  return { kind: 'line', unit: 'days', ...byMonth(months), series: [series] };
}

function offered(answer: Analysis): KpiChart | null {
  const { months, timeFromSubmittedToOffer, timeFromOfferedToAccept, timeFromOfferedToBook } = answer;
  const parts = [
    ['SUBMITTED_TO_OFFER', 'Submitted to offered', 'tertiary', timeFromSubmittedToOffer],
    ['OFFERED_TO_ACCEPT', 'Offered to accepted', 'warning', timeFromOfferedToAccept],
    ['OFFERED_TO_BOOKED', 'Offered to booked', 'primary', timeFromOfferedToBook],
  ] as const;
  const series = parts.flatMap(([kpi, label, colour, values]): readonly KpiSeries[] =>
    values === undefined ? [] : [{ label, colour, values, kpi }],
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
      { label: 'Starts', colour: 'primary', values: data.actual, kpi: 'STARTS' },
      { label: 'Pushed', colour: 'warning', values: data.pushed, kpi: 'PUSHED_STARTS' },
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
      { label: 'Completed', colour: 'success', values: at(0), kpi: 'COMPLETED' },
      { label: 'Early Term', colour: 'rose', values: at(1), kpi: 'EARLY_TERMS' },
      { label: 'Cancelled', colour: 'tertiary', values: at(2), kpi: 'CANCELLATIONS' },
    ],
  };
}

/** Null where the answer does not have it. */
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
export const isEmptyChart = ({ series }: KpiChart): boolean => series.every(({ values }) => values.every(isNothing));
