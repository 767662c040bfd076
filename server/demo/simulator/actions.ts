/**
 * Simulated actions of demo users. Those that the product offers run through the product; others change rows directly.
 * Each returns the events to publish in the same transaction.
 */
import { sql } from 'kysely';
import { REASONS } from '../../../contract/records/reasons';
import { execute, lockNumbers } from '../../features/records/actions/effects';
import { appendStatusHistory } from '../../features/records/actions/submissions.effects';
import { RARE_ACTIONS } from './rareActions';
import { runProductAction, oneOf, notifyPages, type SimulatedAction } from './actionContext';

const FORWARD = [
  ['SUBMITTED', 'qualify'],
  ['QUALIFIED', 'interview'],
  ['INTERVIEWING', 'offer'],
  ['OFFERED', 'accept'],
] as const;

/** The job of a submission `x` takes one more. */
const HAS_OPENING = sql`exists (select from jobs j where j.id = x.job_id and j.status = 'OPEN'
  and j.openings_filled < j.openings)`;

const moveSubmission: SimulatedAction = async (context) => {
  const [from, action] = context.random.pick(FORWARD);
  const id = await oneOf(context, 'submissions', sql`status = ${from} and booked_at is null and ${HAS_OPENING}`);
  return id === null ? null : runProductAction(context, 'submission', action, id);
};

const rejectSubmission: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'submissions', sql`status in ('SUBMITTED', 'QUALIFIED') and booked_at is null`);
  return id === null
    ? null
    : runProductAction(context, 'submission', 'reject', id, { reason: context.random.pick(REASONS.rejected) });
};

const submitCandidate: SimulatedAction = async (context) => {
  const { queries, random } = context;
  const jobId = await oneOf(context, 'jobs', sql`status = 'OPEN'`, ['client_id']);
  if (jobId === null) return null;
  await lockNumbers(queries);
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
  await execute(queries, appendStatusHistory(rows[0].id));
  await notifyPages(context, 'submissions', [rows[0].id]);
  return [{ kind: 'submission', what: 'SUBMISSION_CREATED', submissionId: rows[0].id }];
};

const postJob: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'jobs', sql`status in ('PENDING_APPROVAL', 'PENDING_REVIEW')`, ['client_id']);
  return id === null ? null : runProductAction(context, 'job', 'post', id);
};

const closeJob: SimulatedAction = async (context) => {
  const withoutSubmissions = sql`status = 'OPEN' and not exists (select from submissions s where s.job_id = x.id)`;
  const id = await oneOf(context, 'jobs', withoutSubmissions, ['client_id']);
  return id === null
    ? null
    : runProductAction(context, 'job', 'close', id, { reason: context.random.pick(REASONS.jobClosed) });
};

const uploadDocument: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'compliance_documents', sql`status in ('DUE', 'DECLINED', 'EXPIRED')`);
  if (id === null) return null;
  await execute(
    context.queries,
    sql`update compliance_documents d set status = 'PENDING_REVIEW', uploaded_at = now(), decline_reason = null,
      reviewed_at = null, reviewed_by = null, issued_on = current_date - 30, expires_on = current_date + 335,
      uploaded_by = (select c.recruiter_name from assignments a join candidates c on c.id = a.candidate_id
        where a.id = d.assignment_id)
      where d.id = ${id}`,
  );
  await notifyPages(context, 'compliance_documents', [id]);
  return [{ kind: 'document', what: 'DOCUMENT_UPLOADED', documentId: id }];
};

const reviewDocument: SimulatedAction = async (context) => {
  const { random } = context;
  const id = await oneOf(context, 'compliance_documents', sql`status = 'PENDING_REVIEW'`);
  if (id === null) return null;
  return random.chance(0.6)
    ? runProductAction(context, 'document', 'approve', id)
    : runProductAction(context, 'document', 'reject', id, { reason: random.pick(REASONS.documentDeclined) });
};

const bookAssignment: SimulatedAction = async (context) => {
  const free = sql`status = 'OFFER_ACCEPTED' and booked_at is null
    and not exists (select from assignments a where a.candidate_id = x.candidate_id and a.status in ('BOOKED', 'ACTIVE'))
    and ${HAS_OPENING}`;
  const id = await oneOf(context, 'submissions', free);
  return id === null ? null : runProductAction(context, 'submission', 'book', id);
};

const endAssignment: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'assignments', sql`status = 'ACTIVE' and actual_start < current_date`);
  if (id === null) return null;
  const reason = context.random.pick(REASONS.earlyTerm);
  return runProductAction(context, 'assignment', 'endEarly', id, { endedBy: 'CLINICIAN', reason });
};

const submitTimesheet: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'timesheets', sql`supplier_status in ('MISSING', 'SAVED')`);
  return id === null ? null : runProductAction(context, 'timesheet', 'submit', id);
};

const disputeTimesheet: SimulatedAction = async (context) => {
  const id = await oneOf(context, 'timesheets', sql`facility_status = 'SUBMITTED' and disputed_at is null`);
  return id === null
    ? null
    : runProductAction(context, 'timesheet', 'dispute', id, { reason: context.random.pick(REASONS.dispute) });
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
