import { sql } from 'kysely';
import { PARTIES, allOf, contains, oneOf, oneOfIds, partyTo, whether } from '../../predicates';
import {
  measured,
  unsortedColumn,
  joinedColumn,
  column,
  nullableColumn,
  computed,
  type ListSource,
} from '../../source';
import {
  FACILITY_ZONE,
  JOINS,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  assigneeNamed,
  jobFilters,
  ofAssignmentId,
} from '../jobColumns';
import { REPORT_DATES, daysColumn } from './dates';

export const declinedDocumentsReportSource: ListSource<'declinedDocumentsReport'> = {
  table: sql`compliance_documents r`,
  zone: FACILITY_ZONE,
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.reviewed_at is not null`]),
  joins: sql`${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.assignee.join}`,
  columns: {
    name: column('name'),
    kind: unsortedColumn('kind'),
    candidate: joinedColumn(PERSON_NAME, JOINS.assignee, ...PERSON_SORT_KEYS),
    supplier: joinedColumn(sql`s.name`, JOINS.supplier),
    facility: joinedColumn(sql`f.name`, JOINS.facility),
    assignmentNumber: computed(sql`a.number`),
    uploadedAt: nullableColumn('uploaded_at'),
    reviewedAt: nullableColumn('reviewed_at'),
    reviewedBy: unsortedColumn('reviewed_by'),
    status: column('status'),
    declineReason: unsortedColumn('decline_reason'),
    timesDeclined: column('times_declined'),
    daysToReview: measured(daysColumn(sql`r.uploaded_at`, sql`r.reviewed_at`)),
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
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    contains(sql`r.name`, word),
    contains(sql`r.reviewed_by`, word),
    assigneeNamed(sql`r.assignment_id`, word),
  ],
};
