/**
 * Simulated actions of demo users. Each changes rows as the real action would and returns the events to publish in the
 * same transaction.
 */
import { sql, type RawBuilder } from 'kysely';
import type { DomainEvent } from '../../features/notifications/events';
import { REASONS } from '../seed/catalog';
import { RARE_ACTIONS } from './rareActions';
import { change, lockNumbers, oneOf, type SimulatedAction } from './actionContext';

type Forward = readonly [
  from: string,
  to: string,
  at: string,
  what: Extract<DomainEvent, { kind: 'submission' }>['what'],
];
const FORWARD: readonly Forward[] = [
  ['SUBMITTED', 'QUALIFIED', 'qualified_at', 'SUBMISSION_STATUS_CHANGED'],
  ['QUALIFIED', 'INTERVIEWING', 'interviewed_at', 'INTERVIEW_SCHEDULED'],
  ['INTERVIEWING', 'OFFERED', 'offered_at', 'OFFER_MADE'],
  ['OFFERED', 'OFFER_ACCEPTED', 'accepted_at', 'OFFER_ACCEPTED'],
];

const remember = (id: string): RawBuilder<unknown> => sql`
  insert into submission_status_history (submission_id, position, tenant_id, client_id, agency_id, status, at)
  select x.id, (select coalesce(max(h.position) + 1, 0) from submission_status_history h where h.submission_id = x.id),
    x.tenant_id, x.client_id, x.agency_id, x.status, x.status_since
  from submissions x where x.id = ${id}`;

const moveSubmission: SimulatedAction = async (context) => {
  const [from, to, at, what] = context.random.pick(FORWARD);
  const id = await oneOf(context, 'submissions', sql`status = ${from} and booked_at is null`);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update submissions set status = ${to}, status_since = now(), ${sql.ref(at)} = now(), action_required = false
      where id = ${id}`,
  );
  await change(context.queries, remember(id));
  return [{ kind: 'submission', what, submissionId: id }];
};

const rejectSubmission: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'submissions', sql`status in ('SUBMITTED', 'QUALIFIED') and booked_at is null`);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update submissions set status = 'REJECTED', status_since = now(), closed_at = now(), action_required = false,
      closing_reason = ${context.random.pick(REASONS.rejected)} where id = ${id}`,
  );
  await change(context.queries, remember(id));
  return [{ kind: 'submission', what: 'SUBMISSION_STATUS_CHANGED', submissionId: id }];
};

const submitCandidate: SimulatedAction = async (context) => {
  const { queries, random } = context;
  const jobId = await oneOf(context, 'jobs', sql`status = 'OPEN'`, ['client_id']);
  if (jobId === null) return null;
  await lockNumbers(context);
  const { rows } = await sql<{ id: string }>`
    insert into submissions (id, number, tenant_id, client_id, agency_id, job_id, candidate_id, status, status_since,
      submitted_at, requested_rate_cents, available_from, recruiter_name, match_percent, action_required)
    select gen_random_uuid(), (select max(number) + 1 from submissions), j.tenant_id, j.client_id, c.agency_id, j.id, c.id,
      'SUBMITTED', now(), now(), j.bill_rate_max_cents, current_date + 14, c.recruiter_name, ${random.int(55, 99)}, true
    from jobs j join candidates c on c.specialty_id = j.specialty_id
    where j.id = ${jobId}
      and not exists (select from submissions s where s.job_id = j.id and s.candidate_id = c.id)
      and not exists (select from assignments a where a.candidate_id = c.id and a.status in ('BOOKED', 'ACTIVE'))
    order by (c.agency_id = any (${[...context.focus]}::uuid[])) desc, md5(c.id::text || ${random.uuid()}) limit 1
    returning id`.execute(queries);
  if (rows[0] === undefined) return null;
  await change(queries, remember(rows[0].id));
  return [{ kind: 'submission', what: 'SUBMISSION_CREATED', submissionId: rows[0].id }];
};

const postJob: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'jobs', sql`status in ('PENDING_APPROVAL', 'PENDING_REVIEW')`, ['client_id']);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update jobs set status = 'OPEN', posted_at = now(), last_activity_at = now() where id = ${id}`,
  );
  return [{ kind: 'job', what: 'NEW_JOB_POSTED', jobId: id }];
};

const closeJob: SimulatedAction = async (context) => {
  const unasked = sql`status = 'OPEN' and not exists (select from submissions s where s.job_id = x.id)`;
  const id = await oneOf(context, 'jobs', unasked, ['client_id']);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update jobs set status = 'CLOSED', closure = 'OTHER', closed_at = now(), last_activity_at = now(),
      closing_reason = ${context.random.pick(REASONS.jobClosed)} where id = ${id}`,
  );
  return [{ kind: 'job', what: 'JOB_CLOSED', jobId: id }];
};

const uploadDocument: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'compliance_documents', sql`status in ('DUE', 'DECLINED')`);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update compliance_documents d set status = 'PENDING_REVIEW', uploaded_at = now(), decline_reason = null,
      reviewed_at = null, reviewed_by = null, issued_on = current_date - 30, expires_on = current_date + 335,
      uploaded_by = (select c.recruiter_name from assignments a join candidates c on c.id = a.candidate_id
        where a.id = d.assignment_id)
      where d.id = ${id}`,
  );
  return [{ kind: 'document', what: 'DOCUMENT_UPLOADED', documentId: id }];
};

const reviewDocument: SimulatedAction = async (context) => {
  const { queries, random } = context;
  const id = await oneOf(context, 'compliance_documents', sql`status = 'PENDING_REVIEW'`);
  if (id === null) return null;
  const good = random.chance(0.6);
  await change(
    queries,
    good
      ? sql`update compliance_documents set status = 'APPROVED', reviewed_at = now(), reviewed_by = 'Dana Brooks' where id = ${id}`
      : sql`update compliance_documents set status = 'DECLINED', reviewed_at = now(), reviewed_by = 'Dana Brooks',
          times_declined = times_declined + 1, decline_reason = ${random.pick(REASONS.documentDeclined)} where id = ${id}`,
  );
  await change(
    queries,
    sql`update assignments a set compliance_percent = f.percent,
        files_completed_at = case when f.percent = 100 then coalesce(a.files_completed_at, now()) end
      from (select d.assignment_id, floor(100.0 * count(*) filter (where d.status = 'APPROVED') / count(*))::integer as percent
        from compliance_documents d
        where d.assignment_id = (select assignment_id from compliance_documents where id = ${id}) group by 1) f
      where a.id = f.assignment_id`,
  );
  return [{ kind: 'document', what: good ? 'COMPLIANCE_VERIFIED' : 'DOCUMENT_DECLINED', documentId: id }];
};

const bookAssignment: SimulatedAction = async (context) => {
  const free = sql`status = 'OFFER_ACCEPTED' and booked_at is null
    and not exists (select from assignments a where a.candidate_id = x.candidate_id and a.status in ('BOOKED', 'ACTIVE'))
    and exists (select from jobs j where j.id = x.job_id and j.status = 'OPEN' and j.openings_filled < j.openings)`;
  const id = await oneOf(context, 'submissions', free);
  if (id === null) return null;
  await lockNumbers(context);
  const { rows } = await sql<{ id: string }>`
    insert into assignments (id, number, tenant_id, client_id, agency_id, job_id, submission_id, candidate_id, status,
      booked_at, planned_start, original_end, planned_end, shift, minutes_per_week, bill_rate_cents, pay_rate_cents,
      compliance_percent)
    select gen_random_uuid(), (select max(number) + 1 from assignments), s.tenant_id, s.client_id, s.agency_id, s.job_id,
      s.id, s.candidate_id, 'BOOKED', now(), current_date + 21, current_date + 112, current_date + 112, j.shift,
      j.minutes_per_week, s.requested_rate_cents, s.requested_rate_cents / 2, 0
    from submissions s join jobs j on j.id = s.job_id where s.id = ${id} returning id`.execute(context.queries);
  await change(context.queries, sql`update submissions set booked_at = now() where id = ${id}`);
  await change(
    context.queries,
    sql`update jobs set openings_filled = openings_filled + 1, last_activity_at = now()
      where id = (select job_id from submissions where id = ${id})`,
  );
  return rows[0] ? [{ kind: 'assignment', what: 'ASSIGNMENT_BOOKED', assignmentId: rows[0].id }] : null;
};

const endAssignment: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'assignments', sql`status = 'ACTIVE' and actual_start < current_date`);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update assignments set status = 'EARLY_TERM', ended_on = current_date, ended_by = 'CLINICIAN',
      extension_status = null, extension_decision_due = null,
      end_reason = ${context.random.pick(REASONS.earlyTerm)} where id = ${id}`,
  );
  return [{ kind: 'assignment', what: 'EARLY_TERMINATION', assignmentId: id }];
};

const submitTimesheet: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'timesheets', sql`supplier_status in ('MISSING', 'SAVED')`);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update timesheets t set facility_status = 'SUBMITTED', supplier_status = 'SUBMITTED', submitted_at = now(),
      regular_minutes = t.scheduled_minutes, bill_cents = t.scheduled_minutes * a.bill_rate_cents / 60,
      submitted_by = (select c.first_name || ' ' || c.last_name from candidates c where c.id = a.candidate_id)
      from assignments a where a.id = t.assignment_id and t.id = ${id}`,
  );
  return [{ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: id }];
};

const disputeTimesheet: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'timesheets', sql`facility_status = 'SUBMITTED' and disputed_at is null`);
  if (id === null) return null;
  await change(
    context.queries,
    sql`update timesheets set disputed_at = now(), dispute_reason = ${context.random.pick(REASONS.dispute)} where id = ${id}`,
  );
  return [{ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: id }];
};

/** Relative frequencies. */
export const SIMULATED_ACTIONS: readonly { readonly action: SimulatedAction; readonly weight: number }[] = [
  { action: moveSubmission, weight: 24 },
  { action: submitCandidate, weight: 16 },
  { action: rejectSubmission, weight: 6 },
  { action: uploadDocument, weight: 14 },
  { action: reviewDocument, weight: 12 },
  { action: submitTimesheet, weight: 12 },
  { action: disputeTimesheet, weight: 3 },
  { action: postJob, weight: 5 },
  { action: closeJob, weight: 1 },
  { action: bookAssignment, weight: 5 },
  { action: endAssignment, weight: 1 },
  ...RARE_ACTIONS,
];
