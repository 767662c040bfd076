/**
 * Reminder jobs: due tasks, documents that expire or have expired, ending assignments, unpaid invoices, filled jobs,
 * candidates who match a new job. Each finds what is due at a moment and claims it in the transaction that notifies. A
 * claim returns a row once: a second node, or a restarted one, gets none.
 */
import { sql, type RawBuilder } from 'kysely';
import { EXTENSION_WINDOW_DAYS } from '../../../../contract/base/limits';
import type { SubCategoryCode } from '../../../../contract/notifications/kinds';
import { dayAt } from '../../../base/dates';
import type { Queries } from '../../../database';
import { refreshFile } from '../../compliance/complianceFiles';
import type { DomainEvent } from '../events';

export interface Due {
  readonly claim: RawBuilder<unknown>;
  /** What else changes once it is claimed, in the same transaction. */
  readonly also: (queries: Queries) => Promise<void>;
  /** Published in this order, in the same transaction. */
  readonly events: readonly DomainEvent[];
}

export interface ReminderJob {
  readonly name: string;
  /** At most `most` at a time; the rest is found in the next round. */
  readonly find: (queries: Queries, now: Date, most: number) => Promise<readonly Due[]>;
}

interface Moment {
  readonly now: Date;
  /** Its date in UTC, 'YYYY-MM-DD'. */
  readonly day: string;
}

interface Steps<T> {
  readonly due: (moment: Moment, most: number) => RawBuilder<T>;
  readonly claim: (item: T, moment: Moment) => RawBuilder<unknown>;
  readonly also?: (item: T, queries: Queries) => Promise<void>;
  readonly events: (item: T) => readonly DomainEvent[];
}

const reminderJob = <T>(name: string, { due, claim, also, events }: Steps<T>): ReminderJob => ({
  name,
  find: async (queries, now, most) => {
    const moment = { now, day: dayAt(now) };
    const { rows } = await due(moment, most).execute(queries);
    return rows.map((item) => ({
      claim: claim(item, moment),
      also: async (during) => also?.(item, during),
      events: events(item),
    }));
  },
});

/** A server that was down over a long weekend still reminds; older items are skipped. */
const GRACE_DAYS = 3;
/** Days before expiry at which a reminder is sent, once each. */
const EXPIRY_DAYS = [30, 7, 1] as const;
const DECIDE_DAYS_BEFORE = 7;
/** The most experienced candidates who match a new job. */
const MATCHES_PER_JOB = 3;

const isReminded = (
  code: SubCategoryCode,
  subject: RawBuilder<unknown>,
  occasion: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`exists (select from notification_reminders r
    where r.tenant_id = (select app_tenant_id()) and r.sub_category_code = ${code}
      and r.subject_id = ${subject} and r.occasion = ${occasion})`;
/**
 * Claims a reminder. `stillDue` selects the row as `x`, or nothing if it has changed since it was found; the lock keeps
 * it unchanged until the transaction ends.
 */
const claimReminder = (
  code: SubCategoryCode,
  occasion: string,
  stillDue: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into notification_reminders (tenant_id, sub_category_code, subject_id, occasion)
  select (select app_tenant_id()), ${code}, x.id, ${occasion} from ${stillDue} for share of x
  on conflict do nothing returning subject_id`;

/** Only assigned tasks remind, on the day where their assignee is; the calendar counts unassigned ones. */
const tasks = reminderJob<{
  readonly id: string;
  readonly title: string;
  readonly userId: string;
  readonly day: string;
}>('tasks', {
  due: ({ now, day }, most) => sql`
    select t.id, t.title, t.assignee_id as "userId", t.due_on::text as day from tasks t
    where t.organization_id = (select app_organization_id()) and t.status = 'OPEN' and t.assignee_id is not null
      and t.due_on between ${day}::date - ${GRACE_DAYS + 1}::integer and ${day}::date + 1
      and notification_day_of(t.assignee_id, ${now}::timestamptz) - t.due_on between 0 and ${GRACE_DAYS}::integer
      and not ${isReminded('TASK_DUE', sql`t.id`, sql`t.due_on::text`)}
    order by t.due_on, t.id limit ${most}`,
  claim: ({ id, day, userId }) =>
    claimReminder(
      'TASK_DUE',
      day,
      sql`tasks x where x.id = ${id} and x.status = 'OPEN' and x.assignee_id = ${userId} and x.due_on = ${day}::date`,
    ),
  events: ({ id, title, userId, day }) => [{ kind: 'task', what: 'TASK_DUE', taskId: id, title, userId, dueOn: day }],
});

/** The day at the facility `f`. */
const dayThere = (now: Date): RawBuilder<string> => sql`(${now}::timestamptz at time zone f.time_zone)::date`;

interface Expiring {
  readonly id: string;
  readonly occasion: string;
  /** The day on which the document expires. */
  readonly day: string;
}

/**
 * Documents that expire soon, with the reminder that is due for each. A renewed document has a new date, so its
 * reminders are sent again.
 */
export const expiring = (now: Date): RawBuilder<Expiring> => sql`
  select d.id, t.threshold || '/' || d.expires_on as occasion, d.expires_on::text as day
  from compliance_documents d
  join assignments a on a.id = d.assignment_id
  join facilities f on f.id = d.client_id
  join lateral (select d.expires_on - ${dayThere(now)} as days) l on l.days >= 0
  join lateral (
    select min(n) as threshold from unnest(${[...EXPIRY_DAYS]}::integer[]) n where n >= l.days
  ) t on t.threshold - l.days <= ${GRACE_DAYS}
  where d.status = 'APPROVED' and a.status in ('BOOKED', 'ACTIVE')
    and d.expires_on between ${dayAt(now)}::date - 1 and ${dayAt(now)}::date + ${Math.max(...EXPIRY_DAYS) + 1}::integer`;

const documents = reminderJob<Expiring>('documents', {
  due: ({ now }, most) => sql`
    select x.id, x.occasion, x.day from (${expiring(now)}) x
    where not ${isReminded('DOCUMENT_EXPIRING', sql`x.id`, sql`x.occasion`)} order by x.id limit ${most}`,
  claim: ({ id, occasion, day }) =>
    claimReminder(
      'DOCUMENT_EXPIRING',
      occasion,
      sql`compliance_documents x where x.id = ${id} and x.status = 'APPROVED' and x.expires_on = ${day}::date`,
    ),
  events: ({ id }) => [{ kind: 'document', what: 'DOCUMENT_EXPIRING', documentId: id }],
});

interface Row {
  readonly id: string;
}

/** A document is valid until the end of its last day at its facility (`d`, `f`). */
const isPastExpiry = (now: Date): RawBuilder<boolean> => sql`d.status = 'APPROVED' and d.expires_on < ${dayThere(now)}`;

interface Expired extends Row {
  /** Someone works with it, or will. */
  readonly isInUse: boolean;
  readonly isRecent: boolean;
}

/** The newest first: those of ended assignments, and of long ago, can wait. */
const expiredDocuments = reminderJob<Expired>('expired documents', {
  due: ({ now, day }, most) => sql`
    select d.id, a.status in ('BOOKED', 'ACTIVE') as "isInUse",
      d.expires_on >= ${day}::date - ${GRACE_DAYS + 1}::integer as "isRecent"
    from compliance_documents d
    join assignments a on a.id = d.assignment_id
    join facilities f on f.id = d.client_id
    where ${isPastExpiry(now)} and d.expires_on <= ${day}::date
    order by d.expires_on desc, d.id limit ${most}`,
  claim: ({ id }, { now }) => sql`
    update compliance_documents d set status = 'EXPIRED' from facilities f
    where d.id = ${id} and f.id = d.client_id and ${isPastExpiry(now)} returning d.id`,
  also: ({ id }, queries) => refreshFile(queries, id),
  events: ({ id, isInUse, isRecent }) =>
    isInUse && isRecent ? [{ kind: 'document', what: 'DOCUMENT_EXPIRING', documentId: id }] : [],
});

const extensions = reminderJob<Row>('extensions', {
  due: ({ now }, most) => sql`
    select a.id from assignments a join facilities f on f.id = a.client_id
    where a.status = 'ACTIVE' and a.extension_status is null
      and a.planned_end - ${dayThere(now)} between 0 and ${EXTENSION_WINDOW_DAYS}::integer
    order by a.planned_end, a.id limit ${most}`,
  claim: ({ id }, { now }) => sql`
    update assignments a set extension_status = 'DUE',
      extension_decision_due = greatest(${dayThere(now)}, a.planned_end - ${DECIDE_DAYS_BEFORE}::integer)
    from facilities f
    where a.id = ${id} and f.id = a.client_id and a.status = 'ACTIVE' and a.extension_status is null returning a.id`,
  events: ({ id }) => [{ kind: 'assignment', what: 'EXTENSION_DUE', assignmentId: id }],
});

/** An invoice is due until the end of the day at its facility (`i`, `f`). */
const isPastDue = (now: Date): RawBuilder<boolean> => sql`i.status = 'INVOICE_DUE' and i.due_on < ${dayThere(now)}`;

const invoices = reminderJob<Row>('invoices', {
  due: ({ now }, most) => sql`
    select i.id from invoices i join facilities f on f.id = i.client_id where ${isPastDue(now)}
    order by i.due_on, i.id limit ${most}`,
  claim: ({ id }, { now }) => sql`
    update invoices i set status = 'INVOICE_PAST_DUE' from facilities f
    where i.id = ${id} and f.id = i.client_id and ${isPastDue(now)} returning i.id`,
  events: ({ id }) => [{ kind: 'invoice', what: 'INVOICE_PAST_DUE', invoiceId: id }],
});

/** A job with all openings filled accepts no more submissions. */
const filledJobs = reminderJob<Row>('filled jobs', {
  due: (_moment, most) => sql`
    select j.id from jobs j where j.status = 'OPEN' and j.openings_filled >= j.openings order by j.id limit ${most}`,
  claim: ({ id }) => sql`
    update jobs set status = 'CLOSED', closure = 'FILLED', closed_at = now(), last_activity_at = now()
    where id = ${id} and status = 'OPEN' and openings_filled >= openings returning id`,
  events: ({ id }) => [{ kind: 'job', what: 'AUTOMATED_JOB_UPDATES', jobId: id }],
});

interface Match extends Row {
  readonly fitting: readonly string[];
  /** Has worked at the facility and would be rehired. */
  readonly preferring: string | null;
}

const isFree = sql`
  not exists (select from assignments a where a.candidate_id = c.id and a.status in ('BOOKED', 'ACTIVE'))
  and not exists (select from submissions s where s.candidate_id = c.id and s.job_id = j.id)`;

const matches = reminderJob<Match>('matches', {
  due: ({ day }, most) => sql`
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
      and not ${isReminded('CANDIDATE_JOB_MATCHING', sql`j.id`, sql`'posted'`)}
    order by j.posted_at, j.id limit ${most}`,
  claim: ({ id }) =>
    claimReminder('CANDIDATE_JOB_MATCHING', 'posted', sql`jobs x where x.id = ${id} and x.status = 'OPEN'`),
  events: ({ id: jobId, fitting, preferring }) => [
    ...fitting.map((candidateId) => ({ kind: 'match', what: 'CANDIDATE_JOB_MATCHING', candidateId, jobId }) as const),
    ...(preferring === null
      ? []
      : [{ kind: 'match', what: 'PREFERRED_CLIENT_MATCHING', candidateId: preferring, jobId } as const]),
  ],
});

export const REMINDER_JOBS: readonly ReminderJob[] = [
  tasks,
  documents,
  expiredDocuments,
  extensions,
  invoices,
  filledJobs,
  matches,
];
