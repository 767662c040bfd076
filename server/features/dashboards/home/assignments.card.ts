import { addDays, weekday } from '../../../base/dates';
import { codeLabel, statusesFor, type WidgetCode } from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { DashboardQuery } from '../query';
import { sum } from '../counts';
import { measuresByList, countRows, rowsMatching, targetOf, renameCounts } from './countRows';

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

const WEEKS = 4;

/** Assignments by status; in the total, those with an extension due count once. */
export async function assignmentsWidget(query: DashboardQuery): Promise<ResponseOf<'assignmentsWidget'>> {
  const counts = await countRows(query, measuresByList('ASSIGNMENTS', query, targetOf('ASSIGNMENTS', query)));
  const statuses = statusesFor('ASSIGNMENTS', query.scope.organizationType);
  // Assignments with an extension due are active too, so they are not added again.
  const apart = statuses.filter((code) => code !== 'EXTENSIONS_DUE');
  return {
    period: query.period,
    assignmentCount: { ...renameCounts(NAMES, counts), total: sum(apart, counts) },
    assignmentStatuses: statuses.map((value) => ({
      value,
      name: codeLabel('ASSIGNMENTS', value),
      y: counts[value] ?? 0,
    })),
  };
}

/** Weeks run from Sunday to Saturday, as for timesheets. */
export async function upcomingAssignments(query: DashboardQuery): Promise<ResponseOf<'upcomingAssignments'>> {
  const { today } = query;
  const sunday = addDays(today, -weekday(today));
  const day = (offset: number): string => addDays(sunday, offset);
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({ from: day(index * 7), to: day(index * 7 + 6) }));
  const measures = weeks.map(({ from, to }) => {
    const filters = { status: ['BOOKED'], startDate: [`${from}..${to}`] };
    return [from, rowsMatching(filters)] as const;
  });
  const counts = await countRows(query, new Map([['assignments', Object.fromEntries(measures)]]));
  const counted = weeks.map((week) => ({ ...week, count: counts[week.from] ?? 0 }));
  return { total: counted.reduce((total, { count }) => total + count, 0), weeks: counted };
}
