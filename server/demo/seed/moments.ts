/** Notifiable events of the last month, read from the rows. */
import { dayNumber, instantOf } from '../../base/dates';
import type { Insertable } from 'kysely';
import type { Schema } from '../../database';
import type { DomainEvent } from '../../features/notifications/events';
import { NO_FACTS, type Facts } from '../../features/notifications/facts';
import type { Assignment } from './assignmentRows';
import { isoDay, type Day } from './calendar';
import type { Candidate } from './candidates';
import type { Job } from './jobs';
import type { Parties } from './organizations';
import type { Submission } from './submissions';
import type { Timesheet } from './timesheets';

type Row<T extends keyof Schema> = Insertable<Schema[T]>;
const MONTH_DAYS = 30;

export interface Moment {
  /** In days, as in calendar.ts. */
  readonly at: number;
  readonly event: DomainEvent;
  readonly facts: Facts;
}

export interface Sources {
  readonly parties: Parties;
  readonly jobs: readonly Job[];
  readonly candidates: readonly Candidate[];
  readonly submissions: readonly Submission[];
  readonly assignments: readonly Assignment[];
  readonly documents: readonly Row<'compliance_documents'>[];
  readonly timesheets: readonly Row<'timesheets'>[] | readonly Timesheet[];
  readonly invoices: readonly Row<'invoices'>[];
}

/** Events of the thirty days before `today`. */
export function momentsOf(sources: Sources, today: Day): Moment[] {
  const moments: Moment[] = [];
  const add = (when: Date | string | null | undefined, event: DomainEvent, facts: () => Facts): void => {
    const at =
      when === null || when === undefined ? Number.NaN : dayNumber(typeof when === 'string' ? instantOf(when) : when);
    if (at > today - MONTH_DAYS && at < today) moments.push({ at, event, facts: facts() });
  };
  const facilities = new Map(sources.parties.facilities.map(({ id, name }) => [id, name]));
  const suppliers = new Map(sources.parties.suppliers.map(({ id, name }) => [id, name]));
  const people = new Map(sources.candidates.map((candidate) => [candidate.id, candidate]));
  const ofJob = (job: Job): Facts => ({
    ...NO_FACTS,
    clientId: job.client_id,
    entityId: job.id,
    entityNumber: job.number,
    jobId: job.id,
    jobNumber: job.number,
    jobTitle: `${job.specialty.name}, ${job.shift}`,
    facility: facilities.get(job.client_id) ?? null,
    status: job.status,
    reason: job.closing_reason ?? null,
    day: job.start_date,
    cents: job.bill_rate_max_cents,
  });
  const ofSubmission = ({ row, job }: Submission): Facts => {
    const person = people.get(row.candidate_id);
    return {
      ...ofJob(job),
      entityId: row.id,
      entityNumber: row.number,
      agencyId: row.agency_id,
      candidateId: row.candidate_id,
      candidateNumber: person?.number ?? null,
      firstName: person?.first_name ?? null,
      lastName: person?.last_name ?? null,
      recruiterId: person?.recruiter_id ?? null,
      supplier: suppliers.get(row.agency_id) ?? null,
      status: row.status,
      reason: row.closing_reason ?? null,
      day: row.available_from,
      cents: row.requested_rate_cents,
    };
  };

  for (const job of sources.jobs) {
    add(job.posted_at, { kind: 'job', what: 'NEW_JOB_POSTED', jobId: job.id }, () => ofJob(job));
    if (job.posted_at) add(job.closed_at, { kind: 'job', what: 'JOB_CLOSED', jobId: job.id }, () => ofJob(job));
  }
  for (const submission of sources.submissions) {
    const { row } = submission;
    const addEvent = (what: SubmissionWhat, at: Date | string | null | undefined): void =>
      add(at, { kind: 'submission', what, submissionId: row.id }, () => ({
        ...ofSubmission(submission),
        day: (what === 'INTERVIEW_SCHEDULED' ? row.interview_on : row.available_from) ?? null,
      }));
    addEvent('SUBMISSION_CREATED', row.submitted_at);
    addEvent('INTERVIEW_SCHEDULED', row.interviewed_at);
    addEvent('OFFER_MADE', row.offered_at);
    addEvent('OFFER_ACCEPTED', row.accepted_at);
    addEvent('SUBMISSION_STATUS_CHANGED', row.closed_at);
  }
  const files = new Map(sources.assignments.map((assignment) => [assignment.row.id, assignment]));
  for (const { row, submission } of sources.assignments) {
    const facts = (day: string | null) => () => ({
      ...ofSubmission(submission),
      entityId: row.id,
      entityNumber: row.number,
      status: row.status,
      reason: row.end_reason ?? null,
      day,
    });
    const addEvent = (what: AssignmentWhat, at: Date | string | null | undefined, day: string | null): void =>
      add(at, { kind: 'assignment', what, assignmentId: row.id }, facts(day));
    addEvent('ASSIGNMENT_BOOKED', row.booked_at, row.planned_start);
    if (row.status === 'EARLY_TERM')
      addEvent('EARLY_TERMINATION', row.ended_on && noon(row.ended_on), row.ended_on ?? null);
    if (row.status === 'CANCELLED')
      addEvent('ASSIGNMENT_CANCELLED', row.ended_on && noon(row.ended_on), row.ended_on ?? null);
    if (row.extension_status === 'DUE') addEvent('EXTENSION_DUE', noon(isoDay(today - 2)), row.planned_end);
  }
  for (const row of sources.documents) {
    const submission = files.get(row.assignment_id)?.submission;
    if (submission === undefined) continue;
    const addEvent = (what: DocumentWhat, at: Date | string | null | undefined): void =>
      add(at, { kind: 'document', what, documentId: row.id }, () => ({
        ...ofSubmission(submission),
        entityId: row.id,
        entityNumber: null,
        name: row.name,
        status: row.status,
        reason: row.decline_reason ?? null,
        day: row.expires_on ?? row.due_on,
      }));
    if (row.status === 'PENDING_REVIEW') addEvent('DOCUMENT_UPLOADED', row.uploaded_at);
    if (row.status === 'DECLINED') addEvent('DOCUMENT_DECLINED', row.reviewed_at);
    if (row.status === 'APPROVED') addEvent('COMPLIANCE_VERIFIED', row.reviewed_at);
  }
  for (const row of sources.timesheets) {
    const submission = files.get(row.assignment_id)?.submission;
    if (submission === undefined) continue;
    const addEvent = (what: TimesheetWhat, at: Date | string | null | undefined): void =>
      add(at, { kind: 'timesheet', what, timesheetId: row.id }, () => ({
        ...ofSubmission(submission),
        entityId: row.id,
        entityNumber: row.number,
        name: String(row.number),
        status: row.facility_status,
        reason: row.dispute_reason ?? null,
        day: row.week_ending,
        cents: row.bill_cents ?? 0,
      }));
    addEvent('TIMESHEET_SUBMITTED', row.submitted_at);
    addEvent('TIMESHEET_DISPUTED', row.disputed_at);
  }
  for (const row of sources.invoices) {
    const facts = (): Facts => ({
      ...NO_FACTS,
      clientId: row.client_id ?? null,
      agencyId: row.agency_id ?? null,
      entityId: row.id,
      entityNumber: row.number,
      facility: facilities.get(row.client_id ?? '') ?? null,
      supplier: suppliers.get(row.agency_id ?? '') ?? null,
      name: String(row.number),
      status: row.status,
      day: row.due_on,
      cents: row.total_cents,
    });
    add(noon(row.issued_on), { kind: 'invoice', what: 'INVOICE_ISSUED', invoiceId: row.id }, facts);
    if (row.status === 'INVOICE_PAST_DUE')
      add(noon(row.due_on), { kind: 'invoice', what: 'INVOICE_PAST_DUE', invoiceId: row.id }, facts);
  }
  return moments;
}

type WhatOf<K extends DomainEvent['kind']> = Extract<DomainEvent, { kind: K }>['what'];
type SubmissionWhat = WhatOf<'submission'>;
type AssignmentWhat = WhatOf<'assignment'>;
type DocumentWhat = WhatOf<'document'>;
type TimesheetWhat = WhatOf<'timesheet'>;

const noon = (day: string): string => `${day}T12:00:00Z`;
