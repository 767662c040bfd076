/** Enters the hours of a file, and submits its timesheets, in one transaction. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ResponseOf } from '../../../../contract/endpoints';
import { REQUEST_ID_HOURS } from '../../../../contract/records/action';
import { MINUTES_AN_HOUR } from '../../../base/dates';
import { ApiError } from '../../../base/errors';
import type { Queries } from '../../../database';
import type { ActionServices, Caller } from '../actions/actionResults';
import { notifyWatchersOf } from '../watches';
import { execute, labelEvents, stopLabelingEvents } from '../actions/effects';
import { FIRST_DAY, ON_CALL_CENTS_PER_HOUR } from '../actions/timesheets.effects';
import type { CheckedFile, LineToImport } from './checkFile';
import { PREMIUM, type Hours } from './hours';

interface Import {
  readonly requestId: string;
  readonly content: Buffer;
  /** Reads the file and locks its timesheets. */
  readonly check: (queries: Queries) => Promise<CheckedFile>;
}

/**
 * A repeated request imports nothing again. Throws `conflict` if the same request id came with another file. `queries`
 * are one transaction.
 */
export async function importTimesheets(
  { notifier, audit, bus }: Pick<ActionServices, 'notifier' | 'audit' | 'bus'>,
  queries: Queries,
  { session, client }: Caller,
  { requestId, content, check }: Import,
): Promise<ResponseOf<'importTimesheets'>> {
  const { userId, organizationId, sessionId } = session;
  const digest = createHash('sha256').update(content).digest();
  // A second request of a double press waits here, and then finds the result of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`timesheet_imports/${userId}/${requestId}`}, 0))`.execute(
    queries,
  );
  await execute(
    queries,
    sql`delete from timesheet_imports where user_id = ${userId}
      and at < now() - make_interval(hours => ${REQUEST_ID_HOURS}::integer)`,
  );
  const earlier = await queries
    .selectFrom('timesheet_imports')
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .select(['digest', 'imported'])
    .executeTakeFirst();
  if (earlier !== undefined) {
    if (!earlier.digest.equals(digest)) {
      throw new ApiError('conflict', {
        sentence: 'Another file was imported with this request. Please choose your file again.',
      });
    }
    return { imported: earlier.imported, fileProblem: null, lines: [], problems: 0 };
  }
  const { answer, toImport } = await check(queries);
  if (toImport.length === 0) return { imported: 0, ...answer };
  await enterHours(queries, toImport);
  const ids = toImport.map(({ timesheetId }) => timesheetId);
  await notifier.queue(queries, ids.map(submitted), { actorId: userId });
  await notifyWatchersOf(bus, queries, 'timesheets', ids);
  const imported = toImport.length;
  await queries
    .insertInto('timesheet_imports')
    .values({ user_id: userId, organization_id: organizationId, request_id: requestId, digest, imported })
    .execute();
  await audit.record(queries, {
    event: 'timesheets_imported',
    outcome: 'ok',
    organizationId,
    userId,
    sessionId,
    details: { after: { timesheets: imported } },
    client,
  });
  return { imported, ...answer };
}

const submitted = (timesheetId: string) => ({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId }) as const;

async function enterHours(queries: Queries, lines: readonly LineToImport[]): Promise<void> {
  await labelEvents(queries, 'submit', 'Imported from a file');
  const column = (of: (line: LineToImport) => number | null) => sql`${lines.map(of)}::integer[]`;
  await execute(
    queries,
    sql`
      update timesheets t set regular_minutes = l.regular, overtime_minutes = l.overtime, holiday_minutes = l.holiday,
        on_call_minutes = coalesce(l.on_call, t.on_call_minutes), miles = coalesce(l.miles, t.miles),
        expense_cents = coalesce(l.expenses, t.expense_cents),
        bill_cents = round(((l.regular + ${PREMIUM}::numeric * (l.overtime + l.holiday)) * a.bill_rate_cents
          + coalesce(l.on_call, t.on_call_minutes) * ${ON_CALL_CENTS_PER_HOUR}::integer) / ${MINUTES_AN_HOUR}::integer)
          + coalesce(l.expenses, t.expense_cents),
        facility_status = 'SUBMITTED', supplier_status = 'SUBMITTED', submitted_at = now(),
        submitted_by = c.first_name || ' ' || c.last_name
      from unnest(${lines.map(({ timesheetId }) => timesheetId)}::uuid[], ${column(({ regular }) => regular)},
          ${column(({ overtime }) => overtime)}, ${column(({ holiday }) => holiday)}, ${column(({ onCall }) => onCall)},
          ${column(({ miles }) => miles)}, ${column(({ expenses }) => expenses)})
          as l (id, regular, overtime, holiday, on_call, miles, expenses),
        assignments a, candidates c
      where t.id = l.id and a.id = t.assignment_id and c.id = a.candidate_id`,
  );
  await stopLabelingEvents(queries);
}

/**
 * What the template holds: a line for each timesheet that is not submitted and that the caller may see, the newest
 * first. By left joins, so that PostgreSQL starts with the timesheets.
 */
export async function templateLines(queries: Queries, limit: number): Promise<TemplateLine[]> {
  const { rows } = await sql<TemplateLine>`
    select a.number as assignment, c.first_name || ' ' || c.last_name as candidate, f.name as facility,
      t.week_ending as "weekEnding", t.regular_minutes as regular, t.overtime_minutes as overtime,
      t.holiday_minutes as holiday, t.on_call_minutes as "onCall", t.miles, t.expense_cents as expenses
    from timesheets t left join assignments a on a.id = t.assignment_id left join candidates c on c.id = a.candidate_id
    left join facilities f on f.id = t.client_id
    where t.supplier_status in ('MISSING', 'SAVED') and (a.ended_on is null or ${FIRST_DAY} <= a.ended_on)
    order by t.week_ending desc, a.number limit ${limit}::integer`.execute(queries);
  return rows;
}

export interface TemplateLine extends Hours {
  /** The number of the assignment. */
  readonly assignment: number;
  readonly candidate: string;
  readonly facility: string;
  /** A Saturday, YYYY-MM-DD. */
  readonly weekEnding: string;
}
