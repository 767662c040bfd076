/**
 * What comes due by itself: tasks, expiring documents, ending assignments, unpaid invoices, filled jobs, people who fit
 * a new one. Each errand finds what is due on a day and claims it in the transaction that tells of it. A claim is a
 * statement that answers a row once: whoever comes second, on another node or after a restart, gets none.
 */
import { sql, type RawBuilder } from 'kysely';
import type { SubCategoryCode } from '../../../contract';
import type { Queries } from '../../database';
import type { DomainEvent } from '../events';

export interface Due {
  readonly claim: RawBuilder<unknown>;
  /** Told in this order, in the same transaction. */
  readonly events: readonly DomainEvent[];
}

export interface Errand {
  readonly name: string;
  /** `day` is 'YYYY-MM-DD'. At most so many at a time: the rest is found the next time. */
  readonly find: (queries: Queries, day: string, most: number) => Promise<readonly Due[]>;
}

interface Steps<T> {
  readonly due: (day: string, most: number) => RawBuilder<T>;
  readonly claim: (item: T, day: string) => RawBuilder<unknown>;
  readonly events: (item: T) => readonly DomainEvent[];
}

const errand = <T>(name: string, { due, claim, events }: Steps<T>): Errand => ({
  name,
  find: async (queries, day, most) => {
    const { rows } = await due(day, most).execute(queries);
    return rows.map((item) => ({ claim: claim(item, day), events: events(item) }));
  },
});

/** A server that was down over a long weekend still reminds; what is older than that is no news. */
const GRACE_DAYS = 3;
/** So many days before a document expires, each once. */
const EXPIRY_DAYS = [30, 7, 1] as const;
/** An extension is due for a decision when the assignment ends within this many days. */
const EXTENSION_WINDOW_DAYS = 21;
const DECIDE_DAYS_BEFORE = 7;
/** Of those who fit a new job the most experienced. */
const MATCHES_PER_JOB = 3;

const noted = (
  code: SubCategoryCode,
  subject: RawBuilder<unknown>,
  occasion: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`exists (select from notification_reminders r
    where r.tenant_id = (select app_tenant_id()) and r.sub_category_code = ${code}
      and r.subject_id = ${subject} and r.occasion = ${occasion})`;
const note = (code: SubCategoryCode, subjectId: string, occasion: string): RawBuilder<unknown> => sql`
  insert into notification_reminders (tenant_id, sub_category_code, subject_id, occasion)
  values ((select app_tenant_id()), ${code}, ${subjectId}::uuid, ${occasion})
  on conflict do nothing returning subject_id`;

/** An open task is told to whoever has it. What nobody has taken is told to nobody: the calendar counts it. */
const tasks = errand<{ readonly id: string; readonly title: string; readonly userId: string; readonly day: string }>(
  'tasks',
  {
    due: (day, most) => sql`
    select t.id, t.title, t.assignee_id as "userId", t.due_on::text as day from tasks t
    where t.organization_id = (select app_organization_id()) and t.status = 'OPEN' and t.assignee_id is not null
      and t.due_on between ${day}::date - ${GRACE_DAYS}::integer and ${day}::date
      and not ${noted('TASK_DUE', sql`t.id`, sql`t.due_on::text`)}
    order by t.due_on, t.id limit ${most}`,
    claim: ({ id, day }) => note('TASK_DUE', id, day),
    events: ({ id, title, userId, day }) => [{ kind: 'task', what: 'TASK_DUE', taskId: id, title, userId, dueOn: day }],
  },
);

/** A renewed document has another date, so it is reminded of anew. */
export const expiring = (day: string): RawBuilder<{ readonly id: string; readonly occasion: string }> => sql`
  select d.id, t.threshold || '/' || d.expires_on as occasion
  from compliance_documents d
  join assignments a on a.id = d.assignment_id
  join lateral (
    select min(n) as threshold from unnest(${[...EXPIRY_DAYS]}::integer[]) n where n >= d.expires_on - ${day}::date
  ) t on t.threshold - (d.expires_on - ${day}::date) <= ${GRACE_DAYS}
  where d.status = 'APPROVED' and a.status in ('BOOKED', 'ACTIVE')
    and d.expires_on between ${day}::date and ${day}::date + ${Math.max(...EXPIRY_DAYS)}::integer`;

const documents = errand<{ readonly id: string; readonly occasion: string }>('documents', {
  due: (day, most) => sql`
    select x.id, x.occasion from (${expiring(day)}) x
    where not ${noted('DOCUMENT_EXPIRING', sql`x.id`, sql`x.occasion`)} order by x.id limit ${most}`,
  claim: ({ id, occasion }) => note('DOCUMENT_EXPIRING', id, occasion),
  events: ({ id }) => [{ kind: 'document', what: 'DOCUMENT_EXPIRING', documentId: id }],
});

interface Row {
  readonly id: string;
}

const extensions = errand<Row>('extensions', {
  due: (day, most) => sql`
    select a.id from assignments a
    where a.status = 'ACTIVE' and a.extension_status is null
      and a.planned_end between ${day}::date and ${day}::date + ${EXTENSION_WINDOW_DAYS}::integer
    order by a.planned_end, a.id limit ${most}`,
  claim: ({ id }, day) => sql`
    update assignments set extension_status = 'DUE',
      extension_decision_due = greatest(${day}::date, planned_end - ${DECIDE_DAYS_BEFORE}::integer)
    where id = ${id} and status = 'ACTIVE' and extension_status is null returning id`,
  events: ({ id }) => [{ kind: 'assignment', what: 'EXTENSION_DUE', assignmentId: id }],
});

const invoices = errand<Row>('invoices', {
  due: (day, most) => sql`
    select i.id from invoices i where i.status = 'INVOICE_DUE' and i.due_on < ${day}::date
    order by i.due_on, i.id limit ${most}`,
  claim: ({ id }, day) => sql`
    update invoices set status = 'INVOICE_PAST_DUE'
    where id = ${id} and status = 'INVOICE_DUE' and due_on < ${day}::date returning id`,
  events: ({ id }) => [{ kind: 'invoice', what: 'INVOICE_PAST_DUE', invoiceId: id }],
});

/** A job whose every opening is filled takes no more submissions. */
const filledJobs = errand<Row>('filled jobs', {
  due: (_day, most) => sql`
    select j.id from jobs j where j.status = 'OPEN' and j.openings_filled >= j.openings order by j.id limit ${most}`,
  claim: ({ id }) => sql`
    update jobs set status = 'CLOSED', closure = 'FILLED', closed_at = now(), last_activity_at = now()
    where id = ${id} and status = 'OPEN' and openings_filled >= openings returning id`,
  events: ({ id }) => [{ kind: 'job', what: 'AUTOMATED_JOB_UPDATES', jobId: id }],
});

interface Match extends Row {
  readonly fitting: readonly string[];
  /** Has worked at the facility, and would be hired again. */
  readonly preferring: string | null;
}

const isFree = sql`
  not exists (select from assignments a where a.candidate_id = c.id and a.status in ('BOOKED', 'ACTIVE'))
  and not exists (select from submissions s where s.candidate_id = c.id and s.job_id = j.id)`;

const matches = errand<Match>('matches', {
  due: (day, most) => sql`
    select j.id, array(
        select c.id::text from candidates c
        where c.tenant_id = j.tenant_id and c.specialty_id = j.specialty_id and c.available_from <= j.start_date and ${isFree}
        order by c.years_of_experience desc, c.id limit ${MATCHES_PER_JOB}) as fitting, (
        select c.id::text from assignments past join candidates c on c.id = past.candidate_id
        where past.client_id = j.client_id and past.status = 'COMPLETED' and past.rehire
          and c.specialty_id = j.specialty_id and ${isFree}
        order by past.ended_on desc, c.id limit 1) as preferring
    from jobs j
    where j.status = 'OPEN' and j.posted_at >= ${day}::date - 1
      and not ${noted('CANDIDATE_JOB_MATCHING', sql`j.id`, sql`'posted'`)}
    order by j.posted_at, j.id limit ${most}`,
  claim: ({ id }) => note('CANDIDATE_JOB_MATCHING', id, 'posted'),
  events: ({ id: jobId, fitting, preferring }) => [
    ...fitting.map((candidateId) => ({ kind: 'match', what: 'CANDIDATE_JOB_MATCHING', candidateId, jobId }) as const),
    ...(preferring === null
      ? []
      : [{ kind: 'match', what: 'PREFERRED_CLIENT_MATCHING', candidateId: preferring, jobId } as const]),
  ],
});

export const ERRANDS: readonly Errand[] = [tasks, documents, extensions, invoices, filledJobs, matches];
