/**
 * The week of units. Its conditions are those of the lists of assignments and PRN orders. What the rows refer to is
 * joined by left joins, so that PostgreSQL starts with the rows.
 */
import { sql } from 'kysely';
import { ASSIGNMENT_STATUSES } from '../../../contract/base/statuses';
import type { ResponseOf } from '../../../contract/endpoints';
import { SCHEDULE_MAX_ROWS, type ScheduleKind } from '../../../contract/records/schedule.endpoints';
import { addDays, weekday } from '../../base/dates';
import { alphabeticalOrder, type Queries, type Scope } from '../../database';
import { listTable, listWhere } from '../lists/engine';
import { shiftMinutes, spreadMinutes } from './timesheetDays';

type Schedule = ResponseOf<'weeklySchedule'>;
type Row = Schedule['rows'][number];

interface ScheduleQuery {
  readonly kind: ScheduleKind;
  readonly day: string;
  readonly clientId?: string | undefined;
}

interface Unit {
  readonly facility: string;
  readonly department: string;
  readonly shift: string;
  readonly minutes: number;
  readonly from: string;
  readonly to: string;
}
type Working = Unit & Omit<Row['people'][number], 'days'>;
type Opening = Unit & Omit<Row['gaps'][number], 'days'>;

/** Also those that have ended since: they worked in past weeks. */
const WORKED = ASSIGNMENT_STATUSES.filter((status) => status !== 'CANCELLED');
const LAST_DAY = sql`coalesce(r.ended_on, r.planned_end)`;

/** The candidate had worked at that facility before this assignment. */
const HAD_WORKED_THERE = sql`exists (
  select from assignments w where w.candidate_id = r.candidate_id and w.client_id = r.client_id and w.id <> r.id
    and w.actual_start < coalesce(r.actual_start, r.planned_start))`;

/** The week of a day, by facility, unit and shift. */
export async function weeklySchedule(
  queries: Queries,
  { kind, day, clientId }: ScheduleQuery,
  scope: Scope,
): Promise<Schedule> {
  const from = addDays(day, -weekday(day));
  const to = addDays(from, 6);
  const ofFacility = clientId === undefined ? {} : { clientId };
  const works = listWhere('assignments', { filters: { jobType: ['PER_DIEM'], status: WORKED }, ...ofFacility }, scope);
  const { rows: working } = await sql<Working>`
    select r.id as "assignmentId", c.first_name || ' ' || c.last_name as name, r.status = 'BOOKED' as booked,
      f.name as facility, d.name as department, r.shift, r.minutes_per_week as minutes,
      coalesce(r.actual_start, r.planned_start) as "from", ${LAST_DAY} as "to"
    from ${listTable('assignments')} left join jobs j on j.id = r.job_id
      left join departments d on d.id = j.department_id left join facilities f on f.id = r.client_id
      left join candidates c on c.id = r.candidate_id
    where ${works} and coalesce(r.actual_start, r.planned_start) <= ${to}::date and ${LAST_DAY} >= ${from}::date
      and ${kind === 'IRP' ? HAD_WORKED_THERE : sql`true`}
    order by ${alphabeticalOrder('c.last_name', 'c.first_name')}, r.id`.execute(queries);
  const pool = kind === 'IRP' ? { pool: ['yes'] } : {};
  const isOpen = listWhere(
    'prnOrders',
    { filters: { jobStatusIds: ['OPEN'], openingsLeft: ['1..'], ...pool }, ...ofFacility },
    scope,
  );
  const { rows: open } = await sql<Opening>`
    select r.id as "jobId", r.number, r.openings - r.openings_filled as openings,
      f.name as facility, d.name as department, r.shift, r.minutes_per_week as minutes,
      r.start_date as "from", r.end_date as "to"
    from ${listTable('prnOrders')} left join departments d on d.id = r.department_id
      left join facilities f on f.id = r.client_id
    where ${isOpen} and r.start_date <= ${to}::date and r.end_date >= ${from}::date
    order by r.number`.execute(queries);

  const units = new Map<string, Row>();
  const unitOf = ({ facility, department, shift }: Unit): Row => {
    const key = JSON.stringify([facility, department, shift]);
    const known = units.get(key) ?? { facility, department, shift, people: [], gaps: [] };
    units.set(key, known);
    return known;
  };
  for (const each of working) {
    const { assignmentId, name, booked } = each;
    const days = daysOf(each, from);
    if (days.length > 0) unitOf(each).people.push({ assignmentId, name, booked, days });
  }
  for (const each of open) {
    const { jobId, number, openings } = each;
    const days = daysOf(each, from);
    if (days.length > 0) unitOf(each).gaps.push({ jobId, number, openings, days });
  }
  const rows = [...units.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, row]) => row);
  return { from, rows: rows.slice(0, SCHEDULE_MAX_ROWS), more: rows.length > SCHEDULE_MAX_ROWS };
}

/** The days with work: whole shifts from Monday, as in a timesheet, or from the first day on, until the last day. */
function daysOf({ minutes, shift, from, to }: Unit, sunday: string): string[] {
  const first = from > sunday ? weekday(from) : 0;
  return spreadMinutes(minutes, shiftMinutes(shift), first).flatMap((worked, index) => {
    const day = addDays(sunday, index);
    return worked > 0 && day <= to ? [day] : [];
  });
}
