/** The stages of a submission, up to its booking. */
import { sql, type RawBuilder } from 'kysely';
import type { DomainEvent } from '../../notifications/events';
import {
  ActionRefused,
  requiredInput,
  execute,
  lockNumbers,
  stopLabelingEvents,
  type Acting,
  type EffectsOf,
} from './effects';
import type { Queries } from '../../../database';

type What = Extract<DomainEvent, { kind: 'submission' }>['what'];

/** The length of an assignment whose job is over by its first day: an assignment cannot end before it begins. */
const QUARTER_DAYS = 91;

/** Adds the current status of a submission to its history. */
export const appendStatusHistory = (id: string): RawBuilder<unknown> => sql`
  insert into submission_status_history (submission_id, position, tenant_id, client_id, agency_id, status, at)
  select x.id, (select coalesce(max(h.position) + 1, 0) from submission_status_history h where h.submission_id = x.id),
    x.tenant_id, x.client_id, x.agency_id, x.status, x.status_since
  from submissions x where x.id = ${id}`;

async function move(
  { queries, record: { recordId } }: Acting,
  what: What,
  changes: RawBuilder<unknown>,
): Promise<readonly DomainEvent[]> {
  await execute(
    queries,
    sql`update submissions set ${changes}, status_since = now(), action_required = false where id = ${recordId}`,
  );
  await execute(queries, appendStatusHistory(recordId));
  return [{ kind: 'submission', what, submissionId: recordId }];
}

const close = (acting: Acting, status: 'REJECTED' | 'WITHDRAWN' | 'OFFER_REJECTED'): Promise<readonly DomainEvent[]> =>
  move(
    acting,
    'SUBMISSION_STATUS_CHANGED',
    sql`status = ${status}, closed_at = now(), closing_reason = ${requiredInput(acting.input, 'reason')}`,
  );

export const submissionEffects: EffectsOf<'submission'> = {
  qualify: {
    act: (acting) => move(acting, 'SUBMISSION_STATUS_CHANGED', sql`status = 'QUALIFIED', qualified_at = now()`),
    undo: {
      columns: ['status', 'status_since', 'qualified_at', 'action_required'],
      also: async ({ queries, record: { recordId } }) => {
        await execute(
          queries,
          sql`delete from submission_status_history h where h.submission_id = ${recordId} and h.position =
            (select max(x.position) from submission_status_history x where x.submission_id = h.submission_id)`,
        );
        return [{ kind: 'submission', what: 'SUBMISSION_STATUS_CHANGED', submissionId: recordId }];
      },
    },
  },
  interview: {
    act: async (acting) => {
      const date = requiredInput(acting.input, 'date');
      if (date < acting.record.today) {
        throw new ActionRefused('The day of the interview is in the past. Please choose today or a later day.');
      }
      await requireOpening(acting, 'schedule an interview');
      return move(
        acting,
        'INTERVIEW_SCHEDULED',
        sql`status = 'INTERVIEWING', interviewed_at = now(), interview_on = ${date}::date`,
      );
    },
    note: ({ date }) => `Interview on ${date}`,
  },
  offer: {
    act: async (acting) => {
      await requireOpening(acting, 'make an offer');
      const rate = await agreedRate(acting);
      return move(
        acting,
        'OFFER_MADE',
        sql`status = 'OFFERED', offered_at = now(), deal_approved_at = null, requested_rate_cents = ${rate}::integer`,
      );
    },
  },
  approveDeal: {
    act: async (acting) => {
      const rate = await agreedRate(acting);
      await execute(
        acting.queries,
        sql`update submissions set action_required = false, requested_rate_cents = ${rate}::integer,
            deal_approved_at = now()
          where id = ${acting.record.recordId}`,
      );
      return [{ kind: 'submission', what: 'DEAL_APPROVAL_STATUS', submissionId: acting.record.recordId }];
    },
  },
  accept: { act: (acting) => move(acting, 'OFFER_ACCEPTED', sql`status = 'OFFER_ACCEPTED', accepted_at = now()`) },
  decline: { act: (acting) => close(acting, 'OFFER_REJECTED') },
  reject: { act: (acting) => close(acting, 'REJECTED') },
  withdraw: { act: (acting) => close(acting, 'WITHDRAWN') },
  book: { act: book },
};

/** In cents an hour. Not above what the job pays. */
async function agreedRate({ queries, record: { recordId }, input }: Acting): Promise<number> {
  const rate = requiredInput(input, 'rateCents');
  const { rows } = await sql<{ max: number }>`
    select j.bill_rate_max_cents as max from jobs j join submissions s on s.job_id = j.id where s.id = ${recordId}`.execute(
    queries,
  );
  const max = rows[0]?.max ?? 0;
  if (rate > max) {
    throw new ActionRefused(`The job pays up to $${(max / 100).toFixed(2)} an hour. Please enter a lower rate.`);
  }
  return rate;
}

interface Job {
  readonly id: string;
  readonly status: string;
  readonly isFull: boolean;
}

/**
 * The id of the submission's job, which is locked, so that its last opening is filled once. Throws ActionRefused unless
 * it has an opening; `step` is what is to be done with it.
 */
async function requireOpening({ queries, record: { recordId } }: Acting, step: string): Promise<string> {
  const ofSubmission = sql`j.id = (select s.job_id from submissions s where s.id = ${recordId})`;
  await execute(queries, sql`select from jobs j where ${ofSubmission} for update`);
  const { rows } = await sql<Job>`
    select j.id, j.status, j.openings_filled >= j.openings as "isFull" from jobs j where ${ofSubmission}`.execute(
    queries,
  );
  const [job] = rows;
  if (job === undefined || job.status !== 'OPEN') {
    // A job in extension can be reopened only once it is closed.
    const before = job?.status === 'EXTENSION' ? 'Close it, then reopen it,' : 'Reopen it';
    throw new ActionRefused(`The job is no longer open. ${before} before you ${step}.`);
  }
  if (job.isFull) {
    throw new ActionRefused(`All openings of the job are filled. Change its openings before you ${step}.`);
  }
  return job.id;
}

/** Whether the candidate of the submission is at work. Locks the candidate, so that they are booked once. */
async function isTaken(queries: Queries, submissionId: string): Promise<boolean> {
  const ofSubmission = sql`(select s.candidate_id from submissions s where s.id = ${submissionId})`;
  await execute(queries, sql`select from candidates c where c.id = ${ofSubmission} for update`);
  const { rows } = await sql`
    select from assignments a where a.candidate_id = ${ofSubmission} and a.status in ('BOOKED', 'ACTIVE') limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

async function book(acting: Acting): Promise<readonly DomainEvent[]> {
  const { queries, record, input } = acting;
  const { recordId, today } = record;
  const date = requiredInput(input, 'date');
  const jobId = await requireOpening(acting, 'book a candidate');
  if (await isTaken(queries, recordId)) {
    throw new ActionRefused('The candidate is booked or works elsewhere. Please end that assignment first.');
  }
  if (date < today) throw new ActionRefused('The first day is in the past. Please choose today or a later day.');
  await lockNumbers(queries);
  const { rows } = await sql<{ id: string }>`
    insert into assignments (id, number, tenant_id, client_id, agency_id, job_id, submission_id, candidate_id, status,
      booked_at, planned_start, original_end, planned_end, shift, minutes_per_week, bill_rate_cents, pay_rate_cents,
      compliance_percent)
    select gen_random_uuid(), (select max(number) + 1 from assignments), s.tenant_id, s.client_id, s.agency_id, s.job_id,
      s.id, s.candidate_id, 'BOOKED', now(), ${date}::date, e.day, e.day, j.shift,
      j.minutes_per_week, s.requested_rate_cents, s.requested_rate_cents / 2, 0
    from submissions s join jobs j on j.id = s.job_id,
      lateral (select case when j.end_date < ${date}::date then ${date}::date + ${QUARTER_DAYS}::integer
        else j.end_date end as day) e
    where s.id = ${recordId} returning id`.execute(queries);
  await execute(queries, sql`update submissions set booked_at = now() where id = ${recordId}`);
  await stopLabelingEvents(queries);
  await execute(
    queries,
    sql`update jobs set openings_filled = openings_filled + 1, last_activity_at = now() where id = ${jobId}`,
  );
  return rows.map(({ id }) => ({ kind: 'assignment', what: 'ASSIGNMENT_BOOKED', assignmentId: id }));
}
