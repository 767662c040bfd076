/** Demo records shared by a facility and a supplier, set to any state; those of others; and calls that act on them. */
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { ActionKind } from '../../../contract/records/action';
import type { RecordKind } from '../../../contract/records/kinds';
import type { RecordActionResult } from '../../../contract/records/recordActions.endpoints';
import type { Kind, ListWorld, PARTIES } from '../lists/support';
import type { Answer } from '../support/client';

export const TABLES = {
  job: 'jobs',
  submission: 'submissions',
  assignment: 'assignments',
  document: 'compliance_documents',
  timesheet: 'timesheets',
} as const satisfies Record<ActionKind, string>;

/** Some records of that kind to which both are party, or only the facility for jobs. */
export async function recordIds(world: ListWorld, kind: ActionKind, limit = 1): Promise<string[]> {
  const client = world.scopes.CLIENT.organizationId;
  const agency = world.scopes.AGENCY.organizationId;
  const both = kind === 'job' ? sql`client_id = ${client}` : sql`client_id = ${client} and agency_id = ${agency}`;
  const usable =
    kind === 'submission'
      ? sql`not exists (select from assignments a where a.submission_id = x.id)`
      : kind === 'timesheet'
        ? sql`exists (select from assignments a where a.id = x.assignment_id and a.status = 'ACTIVE')`
        : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(TABLES[kind])} x where ${both} and ${usable} order by id limit ${limit}`.execute(
    world.owner,
  );
  return rows.map(({ id }) => id);
}

const text = (value: string | null): RawBuilder<unknown> => (value === null ? sql`null` : sql`${value}::text`);

/** Writes the columns of a state as in real operation; a job has one opening that is free. */
export async function setState(
  world: ListWorld,
  kind: ActionKind,
  id: string,
  state: Readonly<Record<string, string>>,
): Promise<void> {
  const { status = '' } = state;
  const statements: Record<ActionKind, () => RawBuilder<unknown>> = {
    job: () => sql`update jobs set status = ${status}, openings = openings_filled + 1,
      closure = ${text(status === 'CLOSED' ? 'OTHER' : null)},
      closed_at = ${status === 'CLOSED' ? sql`now()` : sql`null`},
      posted_at = ${status.startsWith('PENDING') ? sql`null` : sql`coalesce(posted_at, now())`} where id = ${id}`,
    submission: () => sql`update submissions set status = ${status === 'BOOKED' ? 'OFFER_ACCEPTED' : status},
      booked_at = ${status === 'BOOKED' ? sql`now()` : sql`null`},
      deal_approved_at = ${state['dealSheet'] === 'DEAL_APPROVED' ? sql`now()` : sql`null`} where id = ${id}`,
    assignment: () => {
      const isOpen = status === 'BOOKED' || status === 'ACTIVE';
      const hasBegun = status !== 'BOOKED' && status !== 'CANCELLED';
      const endedBy = status === 'EARLY_TERM' || status === 'CANCELLED' ? 'FACILITY' : null;
      return sql`update assignments set status = ${status},
        actual_start = ${hasBegun ? sql`coalesce(actual_start, planned_start, current_date)` : sql`null`},
        ended_on = ${isOpen ? sql`null` : sql`current_date`}, ended_by = ${text(endedBy)},
        converted_on = ${status === 'PERM' ? sql`current_date` : sql`null`},
        extension_status = ${text(state['extension'] === 'NONE' ? null : (state['extension'] ?? null))} where id = ${id}`;
    },
    document: () => sql`update compliance_documents set status = ${status} where id = ${id}`,
    timesheet: () => {
      const side = status === 'DISPUTED' ? 'SUBMITTED' : status === 'INVOICED' ? 'FINALIZED' : status;
      const { expense = 'NONE' } = state;
      return sql`update timesheets t set facility_status = ${side}, supplier_status = ${side}, reverse_invoice_id = null,
        disputed_at = ${status === 'DISPUTED' ? sql`now()` : sql`null`}, dispute_resolved_at = null,
        invoice_id = ${
          status === 'INVOICED' ? sql`(select i.id from invoices i where i.client_id = t.client_id limit 1)` : sql`null`
        },
        expense_cents = ${expense === 'NONE' ? 0 : 4_000}::integer,
        expense_decision = ${text(expense === 'RELEASED' || expense === 'REFUSED' ? expense : null)} where id = ${id}`;
    },
  };
  await statements[kind]().execute(world.owner);
}

/** Its current row in the database. */
export async function stored(world: ListWorld, kind: ActionKind, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select x.* from ${sql.table(TABLES[kind])} x where id = ${id}`.execute(world.owner);
  return rows[0] ?? {};
}

export const versionOf = async (world: ListWorld, kind: ActionKind, id: string): Promise<number> =>
  Number((await stored(world, kind, id))['version']);

export interface ActCall {
  readonly kind: ActionKind;
  readonly action: string;
  readonly records: readonly { readonly recordId: string; readonly version: number }[];
  readonly input?: object;
  readonly requestId?: string;
}

export function act(
  world: ListWorld,
  who: Kind,
  { kind, requestId = randomUUID(), ...call }: ActCall,
): Promise<Answer> {
  return world.send(who, 'POST', `/api-job/v1/records/${kind}/actions`, { requestId, ...call });
}

/** The single result of a call about one record. Throws if the call was refused. */
export async function actOnce(
  world: ListWorld,
  who: Kind,
  { recordId, ...call }: Omit<ActCall, 'records'> & { readonly recordId: string },
): Promise<RecordActionResult> {
  const version = await versionOf(world, call.kind, recordId);
  const answer = await act(world, who, { ...call, records: [{ recordId, version }] });
  if (answer.status !== 200) throw new Error(`${who} ${call.action}: ${answer.status} ${answer.text}`);
  const [result] = (answer.json as { results: RecordActionResult[] }).results;
  if (result === undefined) throw new Error('no result');
  return result;
}

export async function undo(
  world: ListWorld,
  who: Kind,
  kind: ActionKind,
  body: { readonly requestId: string; readonly recordId: string },
): Promise<RecordActionResult> {
  const answer = await world.send(who, 'POST', `/api-job/v1/records/${kind}/undo`, body);
  if (answer.status !== 200) throw new Error(`undo: ${answer.status} ${answer.text}`);
  return answer.json as unknown as RecordActionResult;
}

/** The database's clock, as the start of a period. */
export const databaseNow = async (world: ListWorld): Promise<string> =>
  (await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(world.owner)).rows[0]?.now ?? '';

/** The notifications of transactions that began after `since`. */
export const notifiedCodes = async (world: ListWorld, since = '-infinity'): Promise<string[]> =>
  (
    await sql<{ code: string }>`
      select sub_category_code as code from notification_contents where created_at > ${since}::timestamptz
      order by created_at, id`.execute(world.owner)
  ).rows.map(({ code }) => code);

export type Party = (typeof PARTIES)[number];

/** Plain SQL for rows of others, by what an organization is party to. */
export const FOREIGN: Readonly<Record<RecordKind, Partial<Record<Party, string>>>> = {
  job: { CLIENT: 'jobs where client_id <> $org', AGENCY: 'jobs where posted_at is null' },
  candidate: {
    CLIENT: 'candidates where id not in (select candidate_id from submissions where client_id = $org)',
    AGENCY: 'candidates where agency_id <> $org',
  },
  submission: { CLIENT: 'submissions where client_id <> $org', AGENCY: 'submissions where agency_id <> $org' },
  assignment: { CLIENT: 'assignments where client_id <> $org', AGENCY: 'assignments where agency_id <> $org' },
  complianceFile: { CLIENT: 'assignments where client_id <> $org', AGENCY: 'assignments where agency_id <> $org' },
  document: {
    CLIENT: 'compliance_documents where client_id <> $org',
    AGENCY: 'compliance_documents where agency_id <> $org',
  },
  timesheet: { CLIENT: 'timesheets where client_id <> $org', AGENCY: 'timesheets where agency_id <> $org' },
  invoice: { CLIENT: 'invoices where client_id is distinct from $org' },
  reverseInvoice: { AGENCY: 'invoices where agency_id is distinct from $org' },
  facility: { CLIENT: 'facilities where id <> $org' },
  supplier: { AGENCY: 'suppliers where id <> $org' },
};

/** The id of a record that they are not party to; null if they are party to all of the kind. */
export async function foreignId(world: ListWorld, kind: RecordKind, party: Party): Promise<string | null> {
  const from = FOREIGN[kind][party];
  if (from === undefined) return null;
  const query = `select id from ${from.replace('$org', `'${world.scopes[party].organizationId}'`)} order by id limit 1`;
  const { rows } = await sql.raw<{ id: string }>(query).execute(world.owner);
  return rows[0]?.id ?? null;
}

export const pathOf = (kind: RecordKind, id: string, more = ''): string => `/api-user/v1/records/${kind}/${id}${more}`;
