/** The simulator produces every kind of notification that users cause, and its simulated actions leave valid rows. */
import { sql } from 'kysely';
import { SUB_CATEGORY_CODES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import type { ServerEvent } from '../../../server/platform/eventBus/eventBus';
import { Random } from '../../../server/demo/seed/random';
import { SIMULATED_ACTIONS } from '../../../server/demo/simulator/actions';
import { runAction, type Company } from '../../../server/demo/simulator/simulator';
import { startProgram, type Program } from './support';

/** Caused by due dates, which have their own tests, or by users themselves. */
const ELSEWHERE: readonly string[] = [
  'TASK_DUE',
  'DOCUMENT_EXPIRING',
  'EXTENSION_DUE',
  'INVOICE_PAST_DUE',
  'AUTOMATED_JOB_UPDATES',
  'CANDIDATE_JOB_MATCHING',
  'PREFERRED_CLIENT_MATCHING',
  'COMPANY',
  'ROLE_PERMISSION_UPDATE',
  'BOARD_ALARM',
];
const ROUNDS = 14;
/**
 * Users and records of a simulated action are drawn by ids, which differ from run to run: a rare kind may take longer.
 */
const MAX_ROUNDS = 60;

let program: Program;
let company: Company;

beforeAll(async () => {
  program = await startProgram();
  const { id } = await program.user('MANAGER');
  // Unwanted notifications are not written, and this kind is off for all users by default.
  await sql`insert into notification_preferences (user_id, organization_id, sub_category_code, notification,
      email_notification, mobile_notification, all_notification)
    select id, organization_id, 'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG', true, false, false, false
    from users where id = ${id}`.execute(program.owner);
  await sql`update submissions set booked_at = now()`.execute(program.owner);
  const { facility, supplier } = program.world;
  company = { scope: program.scope(), focus: [facility[0].id, supplier[0].id] };
});
afterAll(() => program.server.stop());

/** The small world runs out of possible actions; this restores them. */
const nudges = (round: number): readonly string[] => [
  `update jobs set status = 'OPEN', closure = null, closed_at = null, closing_reason = null, openings = 99,
    openings_filled = 1, posted_at = coalesce(posted_at, now()) where number in (10, 20)`,
  `update jobs set status = 'PENDING_REVIEW', closure = null, closed_at = null, posted_at = null where number = 11
    and not exists (select from submissions s where s.job_id = jobs.id)`,
  `update submissions set status = (array['SUBMITTED', 'QUALIFIED', 'INTERVIEWING', 'OFFERED', 'OFFER_ACCEPTED'])[1 + (number + ${round}) % 5]
    where booked_at is null`,
  `update assignments set status = 'ACTIVE', actual_start = planned_start, ended_on = null, ended_by = null where number = 1`,
  `update assignments set status = 'BOOKED', actual_start = null, ended_on = null, ended_by = null where number = 2`,
  `update timesheets set facility_status = 'FINALIZED', supplier_status = 'FINALIZED', invoice_id = null where number = 1`,
  `update timesheets set facility_status = 'SAVED', supplier_status = 'SAVED', disputed_at = null where number = 2`,
  `update compliance_documents set expires_on = current_date + 100,
    status = (array['DUE', 'PENDING_REVIEW', 'APPROVED'])[1 + ${round} % 3]`,
];

async function missingCodes(): Promise<readonly SubCategoryCode[]> {
  const { rows } = await sql<{ code: SubCategoryCode }>`
    select distinct sub_category_code as code from notification_contents`.execute(program.owner);
  const seen = new Set(rows.map(({ code }) => code));
  return SUB_CATEGORY_CODES.filter((code) => !seen.has(code) && !ELSEWHERE.includes(code));
}

const TABLES = ['jobs', 'candidates', 'submissions', 'assignments', 'compliance_documents', 'timesheets', 'invoices'];

/** Of each record; all of them are open on a user's screen. */
async function versions(): Promise<ReadonlyMap<string, { readonly table: string; readonly version: number }>> {
  const each = TABLES.map(
    (table) => sql`select ${table}::text as table, id, version, tenant_id from ${sql.table(table)}`,
  );
  const { rows } = await sql<{ table: string; id: string; version: number }>`
    with records as (${sql.join(each, sql` union all `)}), opened as (
      insert into record_watches (record_id, user_id, tenant_id, until)
      select id, (select id from users limit 1), tenant_id, now() + interval '1 hour' from records on conflict do nothing)
    select "table", id, version from records`.execute(program.owner);
  return new Map(rows.map(({ id, ...record }) => [id, record]));
}

const idsOf = (event: ServerEvent): readonly string[] => (event.kind === 'records' ? event.recordIds : []);

test('every kind occurs, and the rows stay valid throughout', async () => {
  const { services } = program.server.app;
  await sql`update organizations set notification_configs =
    '{MOBILE_CANDIDATE_REGISTRATION,FACEBOOK_REGISTRATION,LEAP_PROFILE_CREATED}'`.execute(program.owner);
  const random = new Random('every kind');
  const unpublished = new Set<string>();
  const changed = new Set<string>();
  let played = 0;
  let rounds = 0;
  let missing = await missingCodes();
  for (; rounds < ROUNDS || (missing.length > 0 && rounds < MAX_ROUNDS); rounds += 1) {
    for (const nudge of nudges(rounds)) await sql.raw(nudge).execute(program.owner);
    let before = await versions();
    for (const { action } of SIMULATED_ACTIONS) {
      const published: string[] = [];
      const bus = {
        ...services.bus,
        publish: async (_: unknown, event: ServerEvent) => void published.push(...idsOf(event)),
      };
      if (await runAction({ ...services, bus }, company, random, action)) played += 1;
      const after = await versions();
      for (const [id, { version, table }] of after) {
        const was = before.get(id)?.version;
        if (was === undefined || was === version) continue;
        changed.add(table);
        if (!published.includes(id)) unpublished.add(table);
      }
      before = after;
    }
    missing = await missingCodes();
  }
  expect(missing).toEqual([]);
  // Open record pages receive the events of their records.
  expect([...unpublished]).toEqual([]);
  expect([...changed].sort()).toEqual([...TABLES].sort());
  expect(played).toBeGreaterThan(rounds * SIMULATED_ACTIONS.length * 0.5);
});

test('issued invoices have one timesheet each here, and paid ones are paid in full', async () => {
  const { rows } = await sql<{ paid: number; odd: number }>`select
    (select count(*)::integer from invoices where status = 'INVOICE_PAID' and paid_cents = total_cents) as paid,
    (select count(*)::integer from invoices where number > 21 and (items <> 1 or total_cents <> amount_cents)) as odd
  `.execute(program.owner);
  expect(rows[0]?.paid).toBeGreaterThan(0);
  expect(rows[0]?.odd).toBe(0);
});
