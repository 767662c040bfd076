/** Timesheets of an agency without hours, and files that enter them, for the tests of the import. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { publishQueued } from '../../../server/features/records/queuedNotifications';
import { startListWorld, type Kind } from '../lists/support';

type Imported = ResponseOf<'importTimesheets'>;
export const PATH = '/api-timecard/v1/timesheets/import';
export const HEAD = 'Assignment ID,Candidate,Facility,Week Ending,Regular,Overtime,Holiday,On Call,Miles,Expenses';

export interface Sheet {
  readonly id: string;
  readonly assignment: number;
  readonly week: string;
  readonly candidate: string;
  readonly rate: number;
}
/** 'YYYY-MM-DD' as MM/DD/YYYY. */
export const slashed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
/** The line of a timesheet; the hours are the cells from Regular on. */
export const lineOf = ({ assignment, week }: Sheet, hours = '36,4.5,,,12,"1,250.50"') =>
  `${assignment},,,${slashed(week)},${hours}`;
export const file = (...lines: readonly string[]) => [HEAD, ...lines].join('\r\n');

export type ImportWorld = Awaited<ReturnType<typeof startImportWorld>>;

export async function startImportWorld() {
  const world = await startListWorld();

  /** Timesheets in that state, by default of the agency without hours. */
  async function missing(count: number, agency = world.scopes.AGENCY.organizationId, status = 'MISSING') {
    const { rows } = await sql<Sheet>`
      select t.id, a.number as assignment, t.week_ending::text as week, c.first_name || ' ' || c.last_name as candidate,
        a.bill_rate_cents as rate
      from timesheets t join assignments a on a.id = t.assignment_id join candidates c on c.id = a.candidate_id
      where t.agency_id = ${agency} and t.supplier_status = ${status} order by t.id limit ${count}::integer`.execute(
      world.owner,
    );
    return rows;
  }

  const send = (kind: Kind, path: string, content: string | Buffer) =>
    world.send(kind, 'POST', `${PATH}${path}`, content as unknown as object, {
      'content-type': 'application/octet-stream',
    });
  async function check(content: string | Buffer, kind: Kind = 'AGENCY') {
    const { status, json, text } = await send(kind, '/check', content);
    if (status !== 200) throw new Error(text);
    return json as unknown as Omit<Imported, 'imported'>;
  }
  async function importFile(content: string, kind: Kind = 'AGENCY', requestId = randomUUID()) {
    const { status, json, text } = await send(kind, `?requestId=${requestId}`, content);
    if (status !== 200) throw new Error(text);
    return json as unknown as Imported;
  }
  const publishAll = () => publishQueued(world.server.app.services);
  const stateOf = async (ids: readonly string[]) =>
    (
      await sql<Record<string, unknown>>`
        select id, supplier_status as status, version, regular_minutes as regular, overtime_minutes as overtime,
          miles, expense_cents as expenses, bill_cents as bill
        from timesheets where id = any (${ids}::uuid[]) order by id`.execute(world.owner)
    ).rows;

  // So that each test finds enough timesheets of the agency without hours, at several facilities.
  await sql`update timesheets set facility_status = 'MISSING', supplier_status = 'MISSING', regular_minutes = 0,
        overtime_minutes = 0, holiday_minutes = 0, on_call_minutes = 0, miles = 0, expense_cents = 0, bill_cents = 0,
        expense_decision = null, disputed_at = null, dispute_resolved_at = null, invoice_id = null, reverse_invoice_id = null
      where id in (select id from (
        select t.id, row_number() over (partition by t.client_id order by t.week_ending desc, t.id) as place
        from timesheets t join assignments a on a.id = t.assignment_id
        where t.agency_id = ${world.scopes.AGENCY.organizationId} and t.week_ending < current_date - 1
          and t.week_ending <= coalesce(a.ended_on, t.week_ending)) newest where place <= 20)`.execute(world.owner);
  return { world, missing, send, check, importFile, publishAll, stateOf };
}
