/** Business analysis and facility KPIs: only the parts that are requested and permitted. */
import { sql } from 'kysely';
import type { Permission } from '../../../../contract/base/permissions';
import { BUSINESS_ANALYSIS, FACILITY_KPI, type KpiWidget } from '../../../../contract/dashboards/kpiDashboards';
import { percentOf } from '../../../../contract/dashboards/kpiRules';
import { rollingMonths } from '../../../base/dates';
import type { BodyOf, ResponseOf } from '../../../../contract/endpoints';
import type { DashboardQuery } from '../query';
import { figuresOf, periodsOf } from './kpiValues';
import { numeratorsOf, monthly, valuesOf, weekly } from './series';
import { spend } from './spend';

type Flags = Readonly<Record<string, unknown>>;

/** A flag without its permission is ignored, so that a removed permission hides its part and no more. */
const wantedOf =
  <W extends string>(dashboard: Readonly<Record<W, KpiWidget>>, flags: Flags, held: readonly Permission[]) =>
  (widget: W): boolean =>
    flags[dashboard[widget].flag] === true && held.includes(dashboard[widget].permission);

/** The permissions of a dashboard's cards; one of them opens the dashboard. */
export const permissionsOfKpiDashboard = (dashboard: Readonly<Record<string, KpiWidget>>): Permission[] =>
  Object.values(dashboard).map(({ permission }) => permission);

/**
 * The parts of the business analysis that are requested and permitted. Throws ApiError (`request.invalid`) for an
 * unknown time frame.
 */
export async function businessAnalysis(
  query: DashboardQuery,
  body: BodyOf<'businessAnalysis'>,
  held: readonly Permission[],
): Promise<ResponseOf<'businessAnalysis'>> {
  const wanted = wantedOf(BUSINESS_ANALYSIS, body, held);
  const { today } = query;
  const tiles = (['SUBMITTAL_TO_OFFER', 'FILL_RATE', 'DECLINED_RATE', 'RETENTION_RATE'] as const).filter(wanted);
  const figures = await figuresOf(query, tiles);
  const answer: ResponseOf<'businessAnalysis'> = {
    vmsName: await programName(query),
    ...periodsOf(query),
    months: [...rollingMonths(today)],
    figures,
    ...(figures.DECLINED_RATE && { declinePercentage: figures.DECLINED_RATE.value }),
    ...(figures.RETENTION_RATE && { retentionPercentage: figures.RETENTION_RATE.value }),
    ...(figures.FILL_RATE && { fillRatePercentage: figures.FILL_RATE.value }),
    ...(figures.SUBMITTAL_TO_OFFER && { submittalToOfferRatio: figures.SUBMITTAL_TO_OFFER.value }),
  };
  if (wanted('SPEND')) Object.assign(answer, await spend(query, body.billingTimeFrame));
  if (wanted('TIME_TO_FILL')) answer.timeToFillDataset = await weekly(query, 'TIME_TO_FILL', today);
  if (wanted('SUBMITTED_TO_BOOKED')) answer.timeToHire = await weekly(query, 'SUBMITTED_TO_BOOKED', today);
  if (wanted('OFFERED_TO_BOOKED')) {
    const by = await monthly(query, ['SUBMITTED_TO_OFFER', 'OFFERED_TO_ACCEPT', 'OFFERED_TO_BOOKED'], today);
    answer.timeFromSubmittedToOffer = valuesOf(by.SUBMITTED_TO_OFFER);
    answer.timeFromOfferedToAccept = valuesOf(by.OFFERED_TO_ACCEPT);
    answer.timeFromOfferedToBook = valuesOf(by.OFFERED_TO_BOOKED);
  }
  if (wanted('FILE_COMPLETION')) answer.fileCompletionDTO = await fileCompletion(query, today);
  if (wanted('PUSHED_STARTS')) answer.pushedStartData = await pushedStarts(query, today);
  if (wanted('ASSIGNMENTS_HISTORY')) {
    const by = await monthly(query, ['COMPLETED', 'EARLY_TERMS', 'CANCELLATIONS'], today);
    const [completed, early, cancelled] = [
      numeratorsOf(by.COMPLETED),
      numeratorsOf(by.EARLY_TERMS),
      numeratorsOf(by.CANCELLATIONS),
    ];
    answer.completedAssignments = completed.map((n, index) => [n, early[index] ?? 0, cancelled[index] ?? 0]);
  }
  return answer;
}

/**
 * The parts of the facility dashboard that are requested and permitted. Throws ApiError (`request.invalid`) for a time
 * frame that is unknown.
 */
export async function facilityKpi(
  query: DashboardQuery,
  body: BodyOf<'facilityKpiDashboard'>,
  held: readonly Permission[],
): Promise<ResponseOf<'facilityKpiDashboard'>> {
  const wanted = wantedOf(FACILITY_KPI, body, held);
  const { today } = query;
  const figures = await figuresOf(query, FACILITY_TILES.filter(wanted));
  const answer: ResponseOf<'facilityKpiDashboard'> = {
    ...periodsOf(query),
    months: [...rollingMonths(today)],
    figures,
    ...(figures.SUBMITTAL_TO_OFFER && { submittalToOfferRatio: figures.SUBMITTAL_TO_OFFER.value }),
    ...(figures.RETENTION_RATE && { retentionPercentage: figures.RETENTION_RATE.value }),
    ...(figures.ON_TIME_STARTS && { onTimeStartPercent: figures.ON_TIME_STARTS.value }),
    ...(figures.COMPLETION_RATE && { assignmentCompletePercent: figures.COMPLETION_RATE.value }),
    ...(figures.CANCELLATION_RATE && { cancellationPercent: figures.CANCELLATION_RATE.value }),
    ...(figures.EARLY_TERM_RATE && { earlyTermPercent: figures.EARLY_TERM_RATE.value }),
  };
  if (wanted('SPEND')) Object.assign(answer, await spend(query, body.billingTimeFrame));
  if (wanted('TIME_TO_FILL')) answer.timeToFillDataset = await weekly(query, 'TIME_TO_FILL', today);
  if (wanted('FILE_COMPLETION')) answer.fileCompletionDTO = await fileCompletion(query, today);
  return answer;
}

const FACILITY_TILES = [
  'SUBMITTAL_TO_OFFER',
  'ON_TIME_STARTS',
  'COMPLETION_RATE',
  'CANCELLATION_RATE',
  'EARLY_TERM_RATE',
  'RETENTION_RATE',
] as const;

async function fileCompletion(query: DashboardQuery, today: string) {
  const { FILE_COMPLETION } = await monthly(query, ['FILE_COMPLETION'], today);
  return { monthlyFileCompletionDays: valuesOf(FILE_COMPLETION) };
}

async function pushedStarts(query: DashboardQuery, today: string) {
  const by = await monthly(query, ['STARTS', 'PUSHED_STARTS'], today);
  const [actual, pushed] = [numeratorsOf(by.STARTS), numeratorsOf(by.PUSHED_STARTS)];
  // The rolling twelve months include every month of the current year.
  const thisYear = (months: readonly number[]): number =>
    months.slice(-Number(today.slice(5, 7))).reduce((sum, n) => sum + n, 0);
  const [ytdActual, ytdPushed] = [thisYear(actual), thisYear(pushed)];
  return { actual, pushed, ytdActual, ytdPushed, ytdPushedPercent: percentOf(ytdPushed, ytdActual) };
}

async function programName({ queries, scope }: DashboardQuery): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from organizations where id = ${scope.tenantId}::uuid`.execute(queries);
  return rows[0]?.name ?? '';
}
