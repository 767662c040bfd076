/** Reads the facts for notification texts from the rows of an event, as far as its publisher may see them. */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database';
import type { DomainEvent } from './events';

/** The facts that notification texts are made of. */
export interface Facts {
  /** The parties besides the managing organization. */
  readonly clientId: string | null;
  readonly agencyId: string | null;
  /** Of a match: where its job is. People follow and mute it, but it is not a party to the match. */
  readonly facilityId: string | null;
  /** The row the event is about. */
  readonly entityId: string;
  /** Its visible number; null if it has none. */
  readonly entityNumber: number | null;
  readonly jobId: string | null;
  readonly jobNumber: number | null;
  /** Specialty and shift. */
  readonly jobTitle: string | null;
  /** It is about a job that was never posted. */
  readonly isUnposted: boolean;
  readonly candidateId: string | null;
  readonly candidateNumber: number | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly recruiterId: string | null;
  readonly facility: string | null;
  readonly supplier: string | null;
  /** Name of the document, number of the timesheet or invoice, or subject of the message. */
  readonly name: string | null;
  /** A status code of the contract. */
  readonly status: string | null;
  readonly reason: string | null;
  /** 'YYYY-MM-DD': the relevant day. */
  readonly day: string | null;
  /** 'YYYY-MM-DD': the last day that an extension asks for. */
  readonly until: string | null;
  readonly cents: number | null;
}

export const NO_FACTS: Facts = {
  clientId: null,
  agencyId: null,
  facilityId: null,
  entityId: '',
  entityNumber: null,
  jobId: null,
  jobNumber: null,
  jobTitle: null,
  isUnposted: false,
  candidateId: null,
  candidateNumber: null,
  firstName: null,
  lastName: null,
  recruiterId: null,
  facility: null,
  supplier: null,
  name: null,
  status: null,
  reason: null,
  day: null,
  until: null,
  cents: null,
};

const job = sql`
  j.id as "jobId", j.number as "jobNumber", s.name || ', ' || j.shift as "jobTitle", f.name as "facility"`;
const fromJob = sql`join specialties s on s.id = j.specialty_id join facilities f on f.id = j.client_id`;
const person = sql`c.id as "candidateId", c.number as "candidateNumber", c.first_name as "firstName", c.last_name as "lastName",
  c.recruiter_id as "recruiterId", u.name as "supplier"`;
const fromPerson = sql`join suppliers u on u.id = c.agency_id`;
const parties = (alias: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.client_id`)} as "clientId", ${sql.ref(`${alias}.agency_id`)} as "agencyId"`;
const ofAssignment = sql`
  join assignments a on a.id = x.assignment_id
  join jobs j on j.id = a.job_id ${fromJob}
  join candidates c on c.id = a.candidate_id ${fromPerson}`;

/** Throws when the row does not exist or is not visible to the publisher, which is a programming error. */
export async function readFacts(queries: Queries, event: DomainEvent): Promise<Facts> {
  if (event.kind === 'company') return { ...NO_FACTS, entityId: crypto.randomUUID(), name: event.subject };
  if (event.kind === 'task') return { ...NO_FACTS, entityId: event.taskId, name: event.title, day: event.dueOn };
  if (event.kind === 'alarm') {
    const status = event.isEscalated ? 'ESCALATED' : 'RAISED';
    return { ...NO_FACTS, entityId: event.alarmId, name: event.name, reason: event.text, status };
  }
  const { rows } = await question(event).execute(queries);
  if (rows[0] === undefined) throw new Error(`the ${event.kind} of a ${event.what} event does not exist`);
  return { ...NO_FACTS, ...rows[0] };
}

function question(event: Exclude<DomainEvent, { kind: 'company' | 'task' | 'alarm' }>): RawBuilder<Partial<Facts>> {
  switch (event.kind) {
    case 'job':
      return sql`
        select j.id as "entityId", j.client_id as "clientId", ${job}, j.posted_at is null as "isUnposted",
          j.status, j.closing_reason as "reason", j.start_date as "day", j.bill_rate_max_cents as "cents"
        from jobs j ${fromJob} where j.id = ${event.jobId}`;
    case 'match':
      return event.jobId === undefined
        ? sql`
        select c.id as "entityId", c.agency_id as "agencyId", ${person}, s.name as "jobTitle"
        from candidates c ${fromPerson} join specialties s on s.id = c.specialty_id where c.id = ${event.candidateId}`
        : sql`
        select c.id as "entityId", c.agency_id as "agencyId", j.client_id as "facilityId", ${job}, ${person},
          c.available_from as "day"
        from candidates c ${fromPerson} join jobs j on j.id = ${event.jobId} ${fromJob}
        where c.id = ${event.candidateId}`;
    case 'submission':
      return sql`
        select x.id as "entityId", x.number as "entityNumber", ${parties('x')}, ${job}, ${person}, x.status, x.closing_reason as "reason",
          ${event.what === 'INTERVIEW_SCHEDULED' ? sql`x.interview_on` : sql`x.available_from`} as "day", x.requested_rate_cents as "cents"
        from submissions x join jobs j on j.id = x.job_id ${fromJob}
        join candidates c on c.id = x.candidate_id ${fromPerson} where x.id = ${event.submissionId}`;
    case 'document':
      return sql`
        select x.id as "entityId", ${parties('x')}, ${job}, ${person}, x.name, x.status, x.decline_reason as "reason",
          coalesce(x.expires_on, x.due_on) as "day"
        from compliance_documents x ${ofAssignment} where x.id = ${event.documentId}`;
    case 'assignment':
      return sql`
        select x.id as "entityId", x.number as "entityNumber", ${parties('x')}, ${job}, ${person}, x.status, x.end_reason as "reason",
          case when x.status in ('EARLY_TERM', 'CANCELLED') then x.ended_on
            when x.extension_status in ('DUE', 'REQUESTED') then x.planned_end else x.planned_start end as "day",
          x.extension_until as "until"
        from assignments x join jobs j on j.id = x.job_id ${fromJob}
        join candidates c on c.id = x.candidate_id ${fromPerson} where x.id = ${event.assignmentId}`;
    case 'timesheet':
      return sql`
        select x.id as "entityId", x.number as "entityNumber", ${parties('x')}, ${job}, ${person}, x.number::text as "name",
          x.facility_status as "status", x.dispute_reason as "reason", x.week_ending as "day", x.bill_cents as "cents"
        from timesheets x ${ofAssignment} where x.id = ${event.timesheetId}`;
    case 'invoice':
      return sql`
        select x.id as "entityId", x.number as "entityNumber", ${parties('x')}, f.name as "facility", u.name as "supplier",
          x.number::text as "name", x.status, x.due_on as "day", x.total_cents as "cents"
        from invoices x left join facilities f on f.id = x.client_id left join suppliers u on u.id = x.agency_id
        where x.id = ${event.invoiceId}`;
  }
}
