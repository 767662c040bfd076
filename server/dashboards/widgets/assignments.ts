import { codeLabel, statusesFor, type WidgetCode } from '../../../contract/dashboard';
import type { ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import { codeMeasures, reckon, rowsWith, sum, targetOf, underNames } from '../counts';

type Code = WidgetCode<'ASSIGNMENTS'>;

const NAMES = {
  ACTIVE: 'active',
  BOOKED: 'booked',
  EARLY_TERM: 'earlyTerm',
  CANCELLED: 'cancelled',
  EXTENSIONS_DUE: 'extensionsDue',
  COMPLETED: 'completed',
  PERM: 'perm',
} as const satisfies Record<Code, string>;

const DAY_MS = 86_400_000;
const WEEKS = 4;

export async function assignmentsWidget(asked: Asked): Promise<ResponseOf<'assignmentsWidget'>> {
  const counts = await reckon(asked, codeMeasures('ASSIGNMENTS', asked, targetOf('ASSIGNMENTS', asked)));
  const statuses = statusesFor('ASSIGNMENTS', asked.scope.organizationType);
  // Where an extension is due somebody is at work: these are counted among the active ones.
  const apart = statuses.filter((code) => code !== 'EXTENSIONS_DUE');
  return {
    period: asked.period,
    assignmentCount: { ...underNames(NAMES, counts), total: sum(apart, counts) },
    assignmentStatuses: statuses.map((value) => ({
      value,
      name: codeLabel('ASSIGNMENTS', value),
      y: counts[value] ?? 0,
    })),
  };
}

/** Weeks are from Sunday to Saturday, as timesheets are. */
export async function upcomingAssignments(asked: Asked, now: Date): Promise<ResponseOf<'upcomingAssignments'>> {
  const sunday = now.getTime() - now.getUTCDay() * DAY_MS;
  const day = (offset: number): string => new Date(sunday + offset * DAY_MS).toISOString().slice(0, 10);
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({ from: day(index * 7), to: day(index * 7 + 6) }));
  const measures = weeks.map(({ from, to }) => {
    const filters = { status: ['BOOKED'], startDate: [`${from}..${to}`] };
    return [from, rowsWith(filters)] as const;
  });
  const counts = await reckon(asked, new Map([['assignments', Object.fromEntries(measures)]]));
  const counted = weeks.map((week) => ({ ...week, count: counts[week.from] ?? 0 }));
  return { total: counted.reduce((total, { count }) => total + count, 0), weeks: counted };
}
