import { sql } from 'kysely';
import {
  PARTIES,
  allOf,
  assigneeNamed,
  contains,
  oneOf,
  oneOfIds,
  partyTo,
  conditionIs,
  withinNumbers,
} from '../../predicates';
import {
  grouped,
  groupedById,
  measured,
  unsortedColumn,
  joinedColumn,
  column,
  nullableColumn,
  textColumn,
  computed,
  type ListSource,
} from '../../source';
import {
  DEPARTMENT_LABEL,
  FACILITY_ZONE,
  JOINS,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  jobFilters,
  ofAssignmentId,
  ASSIGNEE_IDS,
} from '../jobColumns';
import { REPORT_DATES, daysColumn, withinDays } from './dates';

const DECLINED = sql`(r.times_declined > 0)`;
const DAYS_TO_REVIEW = daysColumn(sql`r.uploaded_at`, sql`r.reviewed_at`);

export const declinedDocumentsReportSource: ListSource<'declinedDocumentsReport'> = {
  table: sql`compliance_documents r`,
  zone: FACILITY_ZONE,
  visible: (scope) => allOf([partyTo(scope, 'r', PARTIES), sql`r.reviewed_at is not null`]),
  ids: ASSIGNEE_IDS,
  joins: sql`${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.assignee.join}
    left join jobs j on j.id = a.job_id
    left join departments d on d.id = j.department_id
    left join specialties sp on sp.id = j.specialty_id`,
  columns: {
    name: textColumn('name'),
    kind: grouped(unsortedColumn('kind'), sql`r.kind`),
    candidate: joinedColumn(PERSON_NAME, JOINS.assignee, ...PERSON_SORT_KEYS),
    supplier: groupedById(joinedColumn(sql`s.name`, JOINS.supplier), sql`r.agency_id`, 'suppliers'),
    facility: groupedById(joinedColumn(sql`f.name`, JOINS.facility), sql`r.client_id`, 'facilities'),
    department: grouped(computed(sql`d.name`), sql`j.department_id`, DEPARTMENT_LABEL),
    specialty: grouped(computed(sql`sp.name`), sql`j.specialty_id`),
    assignmentNumber: computed(sql`a.number`),
    uploadedAt: nullableColumn('uploaded_at'),
    reviewedAt: grouped(nullableColumn('reviewed_at'), REPORT_DATES.declinedDocumentsReport.period.day),
    reviewedBy: grouped(unsortedColumn('reviewed_by'), sql`r.reviewed_by`),
    status: grouped(column('status'), sql`r.status`),
    declineReason: grouped(unsortedColumn('decline_reason'), sql`r.decline_reason`),
    timesDeclined: grouped(column('times_declined'), sql`r.times_declined`),
    declined: grouped(computed(DECLINED), DECLINED),
    daysToReview: grouped(measured(DAYS_TO_REVIEW), DAYS_TO_REVIEW.value),
  },
  filters: {
    declined: (wanted) => conditionIs(DECLINED, wanted),
    timesDeclined: (range) => withinNumbers(sql`r.times_declined`, range),
    documentStatus: (values) => oneOf(sql`r.status`, values),
    declineReason: (values) => oneOf(sql`r.decline_reason`, values),
    kind: (values) => oneOf(sql`r.kind`, values),
    ...jobFilters(ofAssignmentId(sql`r.assignment_id`), sql`r.client_id`),
    period: REPORT_DATES.declinedDocumentsReport.period.within,
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    reviewer: (values) => oneOf(sql`r.reviewed_by`, values),
    daysToReview: (range) => withinDays(sql`r.uploaded_at`, sql`r.reviewed_at`, range),
  },
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    contains(sql`r.name`, word),
    contains(sql`r.reviewed_by`, word),
    assigneeNamed(sql`r.assignment_id`, word),
  ],
};
