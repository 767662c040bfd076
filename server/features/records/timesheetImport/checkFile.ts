/** Compares the lines of a file with the timesheets that the caller may see. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../../contract/endpoints';
import { dayAt, MINUTES_AN_HOUR } from '../../../base/dates';
import type { Queries } from '../../../database';
import { FIRST_DAY } from '../actions/timesheets.effects';
import { billOf, mergeHours, MINUTES_A_WEEK, workedIn } from './hours';
import { readLines, type FileLine } from './readLines';

type Checked = ResponseOf<'checkTimesheetFile'>;

interface Found {
  readonly number: number;
  readonly weekEnding: string;
  readonly timesheetId: string;
  readonly status: string;
  readonly candidate: string;
  readonly rate: number;
  /** That of the facility, whose dates weeks are. */
  readonly zone: string;
  /** Of the assignment, if it ended before the week began; otherwise null. */
  readonly endedBefore: string | null;
  /** Saved on call, in minutes, and the two below, as in `Hours`. */
  readonly onCall: number;
  readonly miles: number;
  readonly expenses: number;
}

export interface LineToImport extends FileLine {
  readonly timesheetId: string;
}

export interface CheckedFile {
  readonly answer: Checked;
  /** Empty unless the whole file can be imported. */
  readonly toImport: readonly LineToImport[];
}

export interface Checking {
  readonly at: Date;
  /** The viewer's IANA zone; UTC if it is not known. */
  readonly timeZone: string | undefined;
  /** Locks the timesheets of the file until the transaction ends. */
  readonly lock?: boolean;
}

/** The result that importing the file would have. */
export async function checkFile(
  queries: Queries,
  content: Buffer,
  { at, timeZone, lock = false }: Checking,
): Promise<CheckedFile> {
  const read = readLines(content);
  if ('problem' in read) return { answer: { fileProblem: read.problem, lines: [], problems: 0 }, toImport: [] };
  const found = await findTimesheets(queries, read.lines, lock);
  const assignments = await findAssignments(queries, read.lines);
  const seen = new Map<string, number>();
  const lines = read.lines.map((line) => {
    const timesheet = found.get(keyOf(line.assignmentNumber, line.weekEnding));
    // Without a timesheet, there is no facility whose date it could be.
    const today = dayAt(at, timesheet?.zone ?? timeZone);
    const problems = [
      ...line.problems,
      ...(line.problems.length === 0 ? problemsOf(line, timesheet, assignments, today) : []),
    ];
    const first = timesheet && seen.get(timesheet.timesheetId);
    if (timesheet !== undefined && first === undefined) seen.set(timesheet.timesheetId, line.line);
    if (first !== undefined)
      problems.push(`It is the same timesheet as in line ${first}. Please remove one of the two lines.`);
    return { line, timesheet, problems };
  });
  const problems = lines.filter((each) => each.problems.length > 0).length;
  return {
    answer: {
      fileProblem: null,
      lines: lines.map(({ line, timesheet, problems: ofLine }) => ({
        line: line.line,
        timesheetId: timesheet?.timesheetId ?? null,
        assignment: line.assignment.slice(0, 30),
        candidate: timesheet?.candidate ?? null,
        weekEnding: line.weekEnding,
        worked: workedIn(line),
        bill: timesheet === undefined ? 0 : billOf(mergeHours(line, timesheet), timesheet.rate),
        problems: ofLine,
      })),
      problems,
    },
    toImport:
      problems > 0
        ? []
        : lines.flatMap(({ line, timesheet }) => (timesheet ? [{ ...line, timesheetId: timesheet.timesheetId }] : [])),
  };
}

const keyOf = (assignment: number | null, weekEnding: string | null): string => `${assignment} ${weekEnding}`;

/** Timesheets visible under row-level security, ordered by id, so that two imports never wait for each other. */
async function findTimesheets(
  queries: Queries,
  lines: readonly FileLine[],
  lock: boolean,
): Promise<ReadonlyMap<string, Found>> {
  const wanted = lines.flatMap(({ assignmentNumber, weekEnding }) =>
    assignmentNumber === null || weekEnding === null ? [] : [{ assignmentNumber, weekEnding }],
  );
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Found>`
    select a.number, t.week_ending as "weekEnding", t.id as "timesheetId", t.supplier_status as status,
      c.first_name || ' ' || c.last_name as candidate, a.bill_rate_cents as rate,
      f.time_zone as zone,
      case when ${FIRST_DAY} > a.ended_on then a.ended_on::text end as "endedBefore",
      t.on_call_minutes as "onCall", t.miles, t.expense_cents as expenses
    from unnest(${wanted.map((each) => each.assignmentNumber)}::bigint[], ${wanted.map((each) => each.weekEnding)}::date[])
      as w (number, week_ending)
    join assignments a on a.number = w.number
    join timesheets t on t.assignment_id = a.id and t.week_ending = w.week_ending
    join candidates c on c.id = a.candidate_id
    join facilities f on f.id = t.client_id
    order by t.id ${lock ? sql`for update of t` : sql``}`.execute(queries);
  return new Map(rows.map((row) => [keyOf(Number(row.number), row.weekEnding), row]));
}

async function findAssignments(queries: Queries, lines: readonly FileLine[]): Promise<ReadonlySet<number>> {
  const numbers = lines.flatMap(({ assignmentNumber }) => assignmentNumber ?? []);
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: number }>`
    select number from assignments where number = any (${numbers}::bigint[])`.execute(queries);
  return new Set(rows.map(({ number }) => Number(number)));
}

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
/** 'Doe, Jane' is 'Jane Doe'. */
const nameOf = (text: string): string => letters(text.includes(',') ? text.split(',').reverse().join(' ') : text);

function problemsOf(
  line: FileLine,
  found: Found | undefined,
  assignments: ReadonlySet<number>,
  today: string,
): readonly string[] {
  if (line.assignmentNumber !== null && !assignments.has(line.assignmentNumber)) {
    return [`There is no assignment ${line.assignmentNumber} that you may see. Please check the Assignment ID.`];
  }
  if (line.weekEnding !== null && line.weekEnding >= today)
    return ['That week has not ended yet. Please import it after its last day.'];
  if (found === undefined)
    return ['The assignment has no timesheet for that week. Please check the Assignment ID and the week.'];
  if (found.endedBefore !== null) {
    return [`The assignment ended on ${found.endedBefore}, before that week. Please remove this line from the file.`];
  }
  if (found.status !== 'MISSING' && found.status !== 'SAVED') {
    return [
      `The timesheet has hours already: it is ${found.status.toLowerCase()}. Please remove this line from the file.`,
    ];
  }
  if (workedIn(line) + mergeHours(line, found).onCall > MINUTES_A_WEEK) {
    const saved = Number((found.onCall / MINUTES_AN_HOUR).toFixed(2));
    return [
      `With the ${saved} hours on call that were saved, it has more hours than a week. Please enter its On Call hours.`,
    ];
  }
  return line.candidate === '' || nameOf(line.candidate) === nameOf(found.candidate)
    ? []
    : [`The assignment is ${found.candidate}'s. Please check the Assignment ID.`];
}
