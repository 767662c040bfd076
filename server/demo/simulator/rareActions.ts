/** Rarer simulated actions: changes, cancellations, adjustments, payments, new candidates. */
import { sql } from 'kysely';
import { REASONS } from '../../../contract/records/reasons';
import { execute, lockNumbers } from '../../features/records/actions/effects';
import { firstName, lastName } from '../seed/names';
import { runProductAction, oneOf, notifyPages, type SimulatedAction } from './actionContext';

const updateJob: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'jobs', sql`status = 'OPEN'`, ['client_id']);
  if (id === null) return null;
  const more = context.random.int(1, 4) * 100;
  await execute(
    context.queries,
    sql`update jobs set bill_rate_max_cents = bill_rate_max_cents + ${more}, last_activity_at = now() where id = ${id}`,
  );
  await notifyPages(context, 'jobs', [id]);
  return [{ kind: 'job', what: 'JOB_UPDATED', jobId: id }];
};

/** The deal sheet of an offer is approved at a rate. */
const decideDeal: SimulatedAction = async (context) => {
  const id = await oneOf(
    context,
    'submissions',
    sql`status = 'OFFERED' and booked_at is null and deal_approved_at is null`,
  );
  return id === null ? null : runProductAction(context, 'submission', 'approveDeal', id);
};

const cancelAssignment: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'assignments', sql`status = 'BOOKED'`);
  if (id === null) return null;
  const reason = context.random.pick(REASONS.cancelled);
  return runProductAction(context, 'assignment', 'cancel', id, { endedBy: 'FACILITY', reason });
};

/** Half an hour more than was worked. */
const adjustTimesheet: SimulatedAction = async (context) => {
  const { queries, random } = context;
  const open = sql`facility_status = 'FINALIZED' and invoice_id is null and reverse_invoice_id is null
    and (disputed_at is null or dispute_resolved_at is not null)`;
  const id = await oneOf(context, 'timesheets', open);
  if (id === null) return null;
  const { rows } = await sql<{ minutes: number }>`
    select regular_minutes + overtime_minutes + holiday_minutes + 30 as minutes from timesheets
    where id = ${id}`.execute(queries);
  const reason = random.pick(REASONS.adjusted);
  return runProductAction(context, 'timesheet', 'adjust', id, { ...rows[0], reason });
};

/** Bills a facility for finalized timesheets without an invoice. */
const issueInvoice: SimulatedAction = async (context) => {
  const { queries } = context;
  const sheet = await oneOf(
    context,
    'timesheets',
    sql`facility_status = 'FINALIZED' and supplier_status = 'FINALIZED' and invoice_id is null`,
  );
  if (sheet === null) return null;
  await lockNumbers(context.queries);
  const { rows } = await sql<{ id: string; sheets: string[] }>`
    with billed as (
      select t.id, t.tenant_id, t.client_id, t.week_ending, t.bill_cents,
        t.regular_minutes + t.overtime_minutes + t.holiday_minutes as minutes
      from timesheets t join timesheets chosen on chosen.id = ${sheet}
      where t.client_id = chosen.client_id and t.week_ending = chosen.week_ending and t.invoice_id is null
        and t.facility_status = 'FINALIZED' and t.supplier_status = 'FINALIZED'
    ), issued as (
      insert into invoices (id, number, tenant_id, client_id, status, period_start, period_end, items, minutes,
        amount_cents, total_cents, emailed_to, issued_on, due_on)
      select gen_random_uuid(), (select max(number) + 1 from invoices), tenant_id, client_id, 'INVOICE_DUE',
        week_ending - 6, week_ending, count(*), sum(minutes), sum(bill_cents), sum(bill_cents),
        coalesce((select i.emailed_to from invoices i where i.client_id = billed.client_id limit 1), 'billing@facility.example'),
        current_date, current_date + 30
      from billed group by tenant_id, client_id, week_ending returning id
    ), marked as (
      update timesheets set invoice_id = (select id from issued) where id in (select id from billed)
    )
    select id, (select array_agg(id) from billed) as sheets from issued`.execute(queries);
  if (rows[0] === undefined) return null;
  await notifyPages(context, 'timesheets', rows[0].sheets);
  return [{ kind: 'invoice', what: 'INVOICE_ISSUED', invoiceId: rows[0].id }];
};

/** There is no notification for it; lists and dashboards show the change. */
const payInvoice: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'invoices', sql`status in ('INVOICE_DUE', 'INVOICE_PAST_DUE')`, ['client_id']);
  if (id === null) return null;
  await execute(
    context.queries,
    sql`update invoices set status = 'INVOICE_PAID', paid_on = current_date, paid_cents = total_cents,
      remittance_number = ${`ACH-${context.random.int(1_000_000, 9_999_999)}`} where id = ${id}`,
  );
  await notifyPages(context, 'invoices', [id]);
  return [];
};

/** A reviewer corrects the expiry date. The reminder job finds it like any other. */
const shortenDocument: SimulatedAction = async (context) => {
  const id = await oneOf(
    context,
    'compliance_documents',
    sql`status = 'APPROVED' and expires_on > current_date + 40
      and exists (select from assignments a where a.id = x.assignment_id and a.status in ('BOOKED', 'ACTIVE'))`,
  );
  if (id === null) return null;
  await execute(context.queries, sql`update compliance_documents set expires_on = current_date + 7 where id = ${id}`);
  await notifyPages(context, 'compliance_documents', [id]);
  return [];
};

/** A submitted candidate confirms their availability. */
const logAvailability: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'submissions', sql`status in ('SUBMITTED', 'QUALIFIED') and booked_at is null`);
  if (id === null) return null;
  const { rows } = await sql<{ candidateId: string; jobId: string }>`
    update candidates c set available_from = current_date + ${context.random.int(3, 30)}::integer
    from submissions s where s.id = ${id} and c.id = s.candidate_id
    returning c.id as "candidateId", s.job_id as "jobId"`.execute(context.queries);
  if (rows[0] === undefined) return null;
  await notifyPages(context, 'candidates', [rows[0].candidateId]);
  return [{ kind: 'match', what: 'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG', ...rows[0] }];
};

const WAYS_IN = ['MOBILE_CANDIDATE_REGISTRATION', 'FACEBOOK_REGISTRATION', 'LEAP_PROFILE_CREATED'] as const;

/** A new candidate with specialty, place and recruiter of an existing one. */
const registerCandidate: SimulatedAction = async (context) => {
  const { random } = context;
  const like = await oneOf(context, 'candidates', sql`true`, ['agency_id']);
  if (like === null) return null;
  await lockNumbers(context.queries);
  const [first, last] = [firstName(random), lastName(random)];
  const { rows } = await sql<{ id: string }>`
    insert into candidates (id, number, tenant_id, agency_id, first_name, last_name, email, phone, city, state,
      license_state, compact_license, profession_id, specialty_id, years_of_experience, available_from, recruiter_name,
      recruiter_id, created_at)
    select gen_random_uuid(), n.next, c.tenant_id, c.agency_id, ${first}, ${last},
      lower(${`${first}.${last}.`} || n.next || '@mail.example'), ${`555-${String(random.int(0, 9_999)).padStart(4, '0')}`},
      c.city, c.state, c.license_state, c.compact_license, c.profession_id, c.specialty_id, ${random.int(1, 20)},
      current_date + ${random.int(0, 45)}::integer, c.recruiter_name, c.recruiter_id, now()
    from candidates c, (select max(number) + 1 as next from candidates) n where c.id = ${like}
    returning id`.execute(context.queries);
  if (rows[0] === undefined) return null;
  await notifyPages(context, 'candidates', [rows[0].id]);
  return [{ kind: 'match', what: random.pick(WAYS_IN), candidateId: rows[0].id }];
};

const NEWS = [
  [
    'RELEASE_NOTES',
    'What is new today',
    'The bell counts the same in every tab.\n\nLists remember their columns.',
    'Release notes.pdf',
  ],
  ['BROADCAST', 'Maintenance on Sunday', 'The portal is not available on Sunday from 02:00 to 04:00 UTC.', undefined],
] as const;

const announceNews: SimulatedAction = async ({ random }) => {
  const [what, subject, text, documentName] = random.pick(NEWS);
  return [{ kind: 'company', what, subject, text, ...(documentName && { documentName }) }];
};

export const RARE_ACTIONS: readonly { readonly action: SimulatedAction; readonly weight: number }[] = [
  { action: updateJob, weight: 3 },
  { action: decideDeal, weight: 4 },
  { action: cancelAssignment, weight: 1 },
  { action: adjustTimesheet, weight: 2 },
  { action: issueInvoice, weight: 2 },
  { action: payInvoice, weight: 3 },
  { action: shortenDocument, weight: 2 },
  { action: logAvailability, weight: 3 },
  { action: registerCandidate, weight: 3 },
  { action: announceNews, weight: 1 },
];
