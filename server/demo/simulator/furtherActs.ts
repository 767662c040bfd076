/** The rarer things the people of the demo do: changes, cancellations, adjustments, payments, new candidates. */
import { sql } from 'kysely';
import { REASONS } from '../seed/catalog';
import { firstName, lastName } from '../seed/names';
import { change, lockNumbers, oneOf, type Act } from './stage';

const updateJob: Act = async (stage) => {
  const id = await oneOf(stage, 'jobs', sql`status = 'OPEN'`, ['client_id']);
  if (id === null) return null;
  const more = stage.random.int(1, 4) * 100;
  await change(
    stage.queries,
    sql`update jobs set bill_rate_max_cents = bill_rate_max_cents + ${more}, last_activity_at = now() where id = ${id}`,
  );
  return [{ kind: 'job', what: 'JOB_UPDATED', jobId: id }];
};

/** The deal sheet of an offer is approved at a rate. */
const decideDeal: Act = async (stage) => {
  const id = await oneOf(stage, 'submissions', sql`status = 'OFFERED' and booked_at is null`);
  if (id === null) return null;
  await change(
    stage.queries,
    sql`update submissions s set action_required = false, requested_rate_cents = least(s.requested_rate_cents, j.bill_rate_max_cents)
      from jobs j where j.id = s.job_id and s.id = ${id}`,
  );
  return [{ kind: 'submission', what: 'DEAL_APPROVAL_STATUS', submissionId: id }];
};

const cancelAssignment: Act = async (stage) => {
  const id = await oneOf(stage, 'assignments', sql`status = 'BOOKED'`);
  if (id === null) return null;
  await change(
    stage.queries,
    sql`update assignments set status = 'CANCELLED', ended_on = current_date, ended_by = 'FACILITY',
      extension_status = null, extension_decision_due = null,
      end_reason = ${stage.random.pick(REASONS.cancelled)} where id = ${id}`,
  );
  await change(
    stage.queries,
    sql`update jobs set openings_filled = greatest(0, openings_filled - 1), last_activity_at = now()
      where id = (select job_id from assignments where id = ${id})`,
  );
  return [{ kind: 'assignment', what: 'ASSIGNMENT_CANCELLED', assignmentId: id }];
};

const adjustTimesheet: Act = async (stage) => {
  const id = await oneOf(stage, 'timesheets', sql`facility_status = 'FINALIZED' and invoice_id is null`);
  if (id === null) return null;
  await change(
    stage.queries,
    sql`update timesheets t set correction = correction + 1, regular_minutes = regular_minutes + 30,
      bill_cents = bill_cents + a.bill_rate_cents / 2
      from assignments a where a.id = t.assignment_id and t.id = ${id}`,
  );
  return [{ kind: 'timesheet', what: 'JOURNAL_ALERT', timesheetId: id }];
};

/** Bills a facility for what is finalized and on no invoice yet. */
const issueInvoice: Act = async (stage) => {
  const { queries } = stage;
  const sheet = await oneOf(
    stage,
    'timesheets',
    sql`facility_status = 'FINALIZED' and supplier_status = 'FINALIZED' and invoice_id is null`,
  );
  if (sheet === null) return null;
  await lockNumbers(stage);
  const { rows } = await sql<{ id: string }>`
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
    select id from issued`.execute(queries);
  return rows[0] ? [{ kind: 'invoice', what: 'INVOICE_ISSUED', invoiceId: rows[0].id }] : null;
};

/** There is no word for it that people are told in: the lists and the dashboards show it. */
const payInvoice: Act = async (stage) => {
  const id = await oneOf(stage, 'invoices', sql`status in ('INVOICE_DUE', 'INVOICE_PAST_DUE')`, ['client_id']);
  if (id === null) return null;
  await change(
    stage.queries,
    sql`update invoices set status = 'INVOICE_PAID', paid_on = current_date, paid_cents = total_cents,
      remittance_number = ${`ACH-${stage.random.int(1_000_000, 9_999_999)}`} where id = ${id}`,
  );
  return [];
};

/** A reviewer finds that a document ends sooner than was noted. Who is reminded of it is found like every other. */
const shortenDocument: Act = async (stage) => {
  const id = await oneOf(
    stage,
    'compliance_documents',
    sql`status = 'APPROVED' and expires_on > current_date + 40
      and exists (select from assignments a where a.id = x.assignment_id and a.status in ('BOOKED', 'ACTIVE'))`,
  );
  if (id === null) return null;
  await change(stage.queries, sql`update compliance_documents set expires_on = current_date + 7 where id = ${id}`);
  return [];
};

/** Somebody who was put forward says when they can begin. */
const logAvailability: Act = async (stage) => {
  const id = await oneOf(stage, 'submissions', sql`status in ('SUBMITTED', 'QUALIFIED') and booked_at is null`);
  if (id === null) return null;
  const { rows } = await sql<{ candidateId: string; jobId: string }>`
    update candidates c set available_from = current_date + ${stage.random.int(3, 30)}::integer
    from submissions s where s.id = ${id} and c.id = s.candidate_id
    returning c.id as "candidateId", s.job_id as "jobId"`.execute(stage.queries);
  return rows[0] ? [{ kind: 'match', what: 'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG', ...rows[0] }] : null;
};

const WAYS_IN = ['MOBILE_CANDIDATE_REGISTRATION', 'FACEBOOK_REGISTRATION', 'LEAP_PROFILE_CREATED'] as const;

/** A new candidate with the trade, the place and the recruiter of another one. */
const registerCandidate: Act = async (stage) => {
  const { random } = stage;
  const like = await oneOf(stage, 'candidates', sql`true`, ['agency_id']);
  if (like === null) return null;
  await lockNumbers(stage);
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
    returning id`.execute(stage.queries);
  return rows[0] ? [{ kind: 'match', what: random.pick(WAYS_IN), candidateId: rows[0].id }] : null;
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

const announceNews: Act = async ({ random }) => {
  const [what, subject, text, documentName] = random.pick(NEWS);
  return [{ kind: 'company', what, subject, text, ...(documentName && { documentName }) }];
};

export const FURTHER_ACTS: readonly { readonly act: Act; readonly weight: number }[] = [
  { act: updateJob, weight: 3 },
  { act: decideDeal, weight: 4 },
  { act: cancelAssignment, weight: 1 },
  { act: adjustTimesheet, weight: 2 },
  { act: issueInvoice, weight: 2 },
  { act: payInvoice, weight: 3 },
  { act: shortenDocument, weight: 2 },
  { act: logAvailability, weight: 3 },
  { act: registerCandidate, weight: 3 },
  { act: announceNews, weight: 1 },
];
