/**
 * The cost of writing rows that have precomputed counts: one statement at a time, with the counts maintained and
 * without.
 */
import type { Client } from 'pg';
import { interleave, median, pairwise } from './pairs';
import { reached, type Row } from './row';

const TIMES = 200;
const LIMIT = 2;

interface Write {
  readonly what: string;
  readonly table: string;
  /** The triggers that count, by the beginnings of their names. */
  readonly counted: readonly string[];
  /** The rows that are written or copied. */
  readonly among: string;
  /** The statement for one row, whose id is $1. */
  readonly statement: string;
}

export const WRITES: readonly Write[] = [
  {
    what: 'submissions inserted',
    table: 'submissions',
    counted: ['submission_days', 'booking_days'],
    among: 'true',
    statement: `
      insert into submissions select gen_random_uuid(), 800000000 + s.number, s.tenant_id, s.client_id,
        s.agency_id, s.job_id, x.candidate_id, s.status, s.status_since, now(), null, null, null, null, null, null, null,
        5000, current_date, 'R', 50, false
      from submissions s
      cross join lateral (select c.id as candidate_id from candidates c where c.agency_id = s.agency_id and not exists (
        select from submissions t where t.job_id = s.job_id and t.candidate_id = c.id) limit 1) x
      where s.id = $1`,
  },
  {
    what: 'submissions booked',
    table: 'submissions',
    counted: ['submission_days', 'booking_days'],
    among: "status = 'OFFER_ACCEPTED' and booked_at is null",
    statement: 'update submissions set booked_at = now(), status_since = now() where id = $1',
  },
  {
    what: 'jobs put on hold',
    table: 'jobs',
    counted: ['job_days'],
    among: "status = 'OPEN'",
    statement: "update jobs set status = 'ON_HOLD', last_activity_at = now() where id = $1",
  },
  {
    what: 'jobs updated in what is not counted',
    table: 'jobs',
    counted: ['job_days'],
    among: "status = 'OPEN'",
    statement:
      'update jobs set bill_rate_max_cents = bill_rate_max_cents + 100, last_activity_at = now() where id = $1',
  },
  {
    what: 'assignments ended, with their documents',
    table: 'assignments',
    counted: ['assignment_days', 'document_days'],
    among: "status = 'ACTIVE'",
    statement: `update assignments set status = 'EARLY_TERM', ended_on = current_date, ended_by = 'CLINICIAN' where id = $1`,
  },
  {
    what: 'documents approved',
    table: 'compliance_documents',
    counted: ['document_days', 'compliance_documents_counted'],
    among: "status = 'PENDING_REVIEW'",
    statement: `update compliance_documents set status = 'APPROVED', reviewed_at = now() where id = $1`,
  },
  {
    what: 'timesheets inserted',
    table: 'timesheets',
    counted: ['timesheet_weeks'],
    among: 'true',
    statement: `
      insert into timesheets (id, number, tenant_id, client_id, agency_id, assignment_id, week_ending, facility_status,
        supplier_status, scheduled_minutes)
      select gen_random_uuid(), 800000000 + t.number, t.tenant_id, t.client_id, t.agency_id,
        t.assignment_id, t.week_ending + 1, 'MISSING', 'MISSING', 2400 from timesheets t where t.id = $1`,
  },
  {
    what: 'timesheets submitted',
    table: 'timesheets',
    counted: ['timesheet_weeks'],
    among: "supplier_status in ('MISSING', 'SAVED')",
    statement: `update timesheets set facility_status = 'SUBMITTED', supplier_status = 'SUBMITTED', submitted_at = now()
      where id = $1`,
  },
];

/** The rows that the statement is run for. */
export async function rowsToWrite(client: Client, { table, among }: Write, most: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from ${table} where ${among} order by md5(id::text) limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Until the transaction is rolled back, writes are not counted. */
export async function stopCounting(client: Client, { table, counted }: Write): Promise<void> {
  const { rows: triggers } = await client.query<{ name: string }>(
    'select tgname as name from pg_trigger where tgrelid = $1::regclass and tgname like any ($2::text[])',
    [table, counted.map((name) => `${name}%`)],
  );
  for (const { name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
}

/** Rolls everything back. */
export async function measureWrite(client: Client, write: Write, rounds: number): Promise<Row> {
  const { what, statement } = write;
  const ids = await rowsToWrite(client, write, TIMES);
  const one = async (isKept: boolean): Promise<number> => {
    await client.query('begin');
    if (!isKept) await stopCounting(client, write);
    const started = performance.now();
    for (const id of ids) await client.query(statement, [id]);
    const took = performance.now() - started;
    await client.query('rollback');
    return took;
  };
  const { kept = [], without = [] } = await interleave({ kept: () => one(true), without: () => one(false) }, rounds);
  const { ratio, spread } = pairwise(kept, without);
  return {
    id: 'dashboard-db.write',
    what: `${ids.length} ${what}, one by one, with what is counted of them`,
    ours: `${median(kept).toFixed(0)} ms`,
    other: `without ${median(without).toFixed(0)} ms`,
    ratio,
    spread,
    goal: `<= ${LIMIT} x`,
    verdict: reached(ratio <= LIMIT),
    exact: false,
  };
}
