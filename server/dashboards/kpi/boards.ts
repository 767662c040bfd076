/** Business analysis and a facility's KPIs: each part that is asked for and permitted, and nothing of the others. */
import { sql } from 'kysely';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  percentOf,
  rollingMonths,
  type BoardWidget,
} from '../../../contract/dashboard/kpi';
import type { BodyOf, Permission, ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import { figuresOf, periodsOf } from './figures';
import { counts, monthly, values, weekly } from './series';
import { spend } from './spend';

type Flags = Readonly<Record<string, unknown>>;

/** A flag for what is not permitted is ignored: a right that was taken away takes its part along and leaves the rest. */
const wantedOf =
  <W extends string>(board: Readonly<Record<W, BoardWidget>>, flags: Flags, held: readonly Permission[]) =>
  (widget: W): boolean =>
    flags[board[widget].flag] === true && held.includes(board[widget].permission);

export const permissionsOfBoard = (board: Readonly<Record<string, BoardWidget>>): Permission[] =>
  Object.values(board).map(({ permission }) => permission);

export async function businessAnalysis(
  asked: Asked,
  body: BodyOf<'businessAnalysis'>,
  held: readonly Permission[],
  now: Date,
): Promise<ResponseOf<'businessAnalysis'>> {
  const wanted = wantedOf(BUSINESS_ANALYSIS, body, held);
  const today = now.toISOString().slice(0, 10);
  const tiles = (['SUBMITTAL_TO_OFFER', 'FILL_RATE', 'DECLINED_RATE', 'RETENTION_RATE'] as const).filter(wanted);
  const figures = await figuresOf(asked, tiles);
  const answer: ResponseOf<'businessAnalysis'> = {
    vmsName: await programmeName(asked),
    ...periodsOf(asked),
    months: [...rollingMonths(today)],
    figures,
    ...(figures.DECLINED_RATE && { declinePercentage: figures.DECLINED_RATE.value }),
    ...(figures.RETENTION_RATE && { retentionPercentage: figures.RETENTION_RATE.value }),
    ...(figures.FILL_RATE && { fillRatePercentage: figures.FILL_RATE.value }),
    ...(figures.SUBMITTAL_TO_OFFER && { submittalToOfferRatio: figures.SUBMITTAL_TO_OFFER.value }),
  };
  if (wanted('SPEND')) Object.assign(answer, await spend(asked, body.billingTimeFrame, now));
  if (wanted('TIME_TO_FILL')) answer.timeToFillDataset = await weekly(asked, 'TIME_TO_FILL', today);
  if (wanted('SUBMITTED_TO_BOOKED')) answer.timeToHire = await weekly(asked, 'SUBMITTED_TO_BOOKED', today);
  if (wanted('OFFERED_TO_BOOKED')) {
    const by = await monthly(asked, ['SUBMITTED_TO_OFFER', 'OFFERED_TO_ACCEPT', 'OFFERED_TO_BOOKED'], today);
    answer.timeFromSubmittedToOffer = values(by.SUBMITTED_TO_OFFER);
    answer.timeFromOfferedToAccept = values(by.OFFERED_TO_ACCEPT);
    answer.timeFromOfferedToBook = values(by.OFFERED_TO_BOOKED);
  }
  if (wanted('FILE_COMPLETION')) answer.fileCompletionDTO = await fileCompletion(asked, today);
  if (wanted('PUSHED_STARTS')) answer.pushedStartData = await pushedStarts(asked, today);
  if (wanted('ASSIGNMENTS_HISTORY')) {
    const by = await monthly(asked, ['COMPLETED', 'EARLY_TERMS', 'CANCELLATIONS'], today);
    const [completed, early, cancelled] = [counts(by.COMPLETED), counts(by.EARLY_TERMS), counts(by.CANCELLATIONS)];
    answer.completedAssignments = completed.map((n, index) => [n, early[index] ?? 0, cancelled[index] ?? 0]);
  }
  return answer;
}

export async function facilityKpi(
  asked: Asked,
  body: BodyOf<'facilityKpiDashboard'>,
  held: readonly Permission[],
  now: Date,
): Promise<ResponseOf<'facilityKpiDashboard'>> {
  const wanted = wantedOf(FACILITY_KPI, body, held);
  const today = now.toISOString().slice(0, 10);
  const figures = await figuresOf(asked, FACILITY_TILES.filter(wanted));
  const answer: ResponseOf<'facilityKpiDashboard'> = {
    ...periodsOf(asked),
    months: [...rollingMonths(today)],
    figures,
    ...(figures.SUBMITTAL_TO_OFFER && { submittalToOfferRatio: figures.SUBMITTAL_TO_OFFER.value }),
    ...(figures.RETENTION_RATE && { retentionPercentage: figures.RETENTION_RATE.value }),
    ...(figures.ON_TIME_STARTS && { onTimeStartPercent: figures.ON_TIME_STARTS.value }),
    ...(figures.COMPLETION_RATE && { assignmentCompletePercent: figures.COMPLETION_RATE.value }),
    ...(figures.CANCELLATION_RATE && { cancellationPercent: figures.CANCELLATION_RATE.value }),
    ...(figures.EARLY_TERM_RATE && { earlyTermPercent: figures.EARLY_TERM_RATE.value }),
  };
  if (wanted('SPEND')) Object.assign(answer, await spend(asked, body.billingTimeFrame, now));
  if (wanted('TIME_TO_FILL')) answer.timeToFillDataset = await weekly(asked, 'TIME_TO_FILL', today);
  if (wanted('FILE_COMPLETION')) answer.fileCompletionDTO = await fileCompletion(asked, today);
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

async function fileCompletion(asked: Asked, today: string) {
  const { FILE_COMPLETION } = await monthly(asked, ['FILE_COMPLETION'], today);
  return { monthlyFileCompletionDays: values(FILE_COMPLETION) };
}

async function pushedStarts(asked: Asked, today: string) {
  const by = await monthly(asked, ['STARTS', 'PUSHED_STARTS'], today);
  const [actual, pushed] = [counts(by.STARTS), counts(by.PUSHED_STARTS)];
  // The twelve months hold all of this year's.
  const thisYear = (months: readonly number[]): number =>
    months.slice(-Number(today.slice(5, 7))).reduce((sum, n) => sum + n, 0);
  const [ytdActual, ytdPushed] = [thisYear(actual), thisYear(pushed)];
  return { actual, pushed, ytdActual, ytdPushed, ytdPushedPercent: percentOf(ytdPushed, ytdActual) };
}

async function programmeName({ queries, scope }: Asked): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from organizations where id = ${scope.tenantId}::uuid`.execute(queries);
  return rows[0]?.name ?? '';
}
