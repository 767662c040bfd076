import { sql } from 'kysely';
import { allOf, contains, oneOf, oneOfIds, partyTo, PARTIES, whether } from '../../predicates';
import { field, joined, type ListSource, own, ownNullable, shown } from '../../source';
import { assigneeNamed, OF, jobFilters, ofAssignmentId, PERSON, PERSON_KEYS } from '../ofJobs';
import { REPORT_DATES } from './dates';
import { daysBetween } from './days';

export const declinedDocumentsReportSource: ListSource<'declinedDocumentsReport'> = {
  table: sql`compliance_documents r`,
  own: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.reviewed_at is not null`]),
  joins: sql`${OF.facility.join} ${OF.supplier.join} ${OF.assignee.join}`,
  columns: {
    name: own('name'),
    kind: field('kind'),
    candidate: joined(PERSON, OF.assignee, ...PERSON_KEYS),
    supplier: joined(sql`s.name`, OF.supplier),
    facility: joined(sql`f.name`, OF.facility),
    assignmentNumber: shown(sql`a.number`),
    uploadedAt: ownNullable('uploaded_at'),
    reviewedAt: ownNullable('reviewed_at'),
    reviewedBy: field('reviewed_by'),
    status: own('status'),
    declineReason: field('decline_reason'),
    timesDeclined: field('times_declined'),
    daysToReview: shown(daysBetween(sql`r.uploaded_at`, sql`r.reviewed_at`)),
  },
  filters: {
    declined: (wanted) => whether(sql`r.times_declined > 0`, wanted),
    documentStatus: (values) => oneOf(sql`r.status`, values),
    declineReason: (values) => oneOf(sql`r.decline_reason`, values),
    kind: (values) => oneOf(sql`r.kind`, values),
    ...jobFilters(ofAssignmentId(sql`r.assignment_id`), sql`r.client_id`),
    period: REPORT_DATES.declinedDocumentsReport.period.within,
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    reviewer: (values) => oneOf(sql`r.reviewed_by`, values),
  },
  concerns: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    contains(sql`r.name`, word),
    contains(sql`r.reviewed_by`, word),
    assigneeNamed(sql`r.assignment_id`, word),
  ],
};
