import { sql } from 'kysely';
import type { ComplianceDocumentStatus } from '../../../../contract/base/statuses';
import type { Scope } from '../../../database';
import {
  allOf,
  assigneeNamed,
  assignmentNumbered,
  candidateNamed,
  contains,
  facilityNamed,
  isNumber,
  jobNumbered,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  today,
  conditionIs,
  withinDates,
  withinDaysFromToday,
  withinNumbers,
} from '../predicates';
import {
  joinedColumn,
  type ListSource,
  column,
  nullableColumn,
  type Range,
  computed,
  measured,
  nullableText,
  nullableTextColumn,
  textColumn,
  type SortableSource,
  type Sql,
} from '../source';
import { inComplianceBands } from './assignments.query';
import {
  ASSIGNEE_IDS,
  CANDIDATE_IDS,
  FACILITY_ZONE,
  JOINS,
  jobFilters,
  jobNumber,
  ofAssignmentId,
  ofJobId,
  PERSON_NAME,
  PERSON_SORT_KEYS,
} from './jobColumns';

const has = (condition: Sql): Sql =>
  sql`exists (select from compliance_documents x where x.assignment_id = r.id and ${condition})`;
const inStatus = (status: ComplianceDocumentStatus): Sql => sql`x.status = ${sql.lit(status)}`;
/** Only approved documents can expire. */
const expires = (alias: string, range: Range<number>, scope: Scope): Sql =>
  allOf([
    sql`${sql.ref(`${alias}.status`)} = 'APPROVED'`,
    withinDaysFromToday(sql.ref(`${alias}.expires_on`), range, scope),
  ]);
const STARTED = sql`coalesce(r.actual_start, r.planned_start)`;

/** The counts of a file's documents. */
const documents = (scope: Scope): Sql => sql`
  select count(*)::integer as required,
    (count(*) filter (where ${inStatus('DUE')}))::integer as missing,
    (count(*) filter (where ${inStatus('PENDING_REVIEW')}))::integer as in_review,
    (count(*) filter (where ${inStatus('DECLINED')}))::integer as declined,
    (count(*) filter (where ${inStatus('EXPIRED')}))::integer as expired,
    min(x.expires_on) filter (where ${inStatus('APPROVED')} and x.expires_on >= ${today(scope)}) as next_expiry,
    max(x.uploaded_at) as last_upload
  from compliance_documents x where x.assignment_id = r.id`;
/** Sorts a file by one of the counts of its documents. */
const ofDocuments = (column: string): SortableSource => ({
  value: sql.ref(`file.${column}`),
  sort: {
    keys: [(scope) => sql`(select ${sql.ref(`file.${column}`)} from (${documents(scope)}) file)`],
    nullable: true,
  },
});
const isOne = (range: Range<number> | undefined): boolean => range?.from != null && range.from === range.to;
const JOB = sql`
    left join jobs j on j.id = r.job_id
    left join departments d on d.id = j.department_id
    left join specialties sp on sp.id = j.specialty_id`;

export const complianceFilesSource: ListSource<'complianceFiles'> = {
  table: sql`assignments r`,
  zone: FACILITY_ZONE,
  // Notifications lead to the file of a candidate for a job, also after the assignment has ended.
  visible: (scope, { candidate, jobNumber } = {}) =>
    allOf([
      partyTo(scope, 'r', PARTIES),
      ...(isOne(candidate) && isOne(jobNumber) ? [] : [sql`r.status in ('ACTIVE', 'BOOKED')`]),
    ]),
  joins: (scope) => sql`
    ${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.candidate.join} ${JOB}
    cross join lateral (${documents(scope)}) file`,
  ids: { ...CANDIDATE_IDS, jobNumber: sql`r.job_id`, assignmentNumber: sql`r.id` },
  columns: {
    candidate: joinedColumn(PERSON_NAME, JOINS.candidate, ...PERSON_SORT_KEYS),
    status: column('status'),
    supplier: joinedColumn(sql`s.name`, JOINS.supplier),
    facility: joinedColumn(sql`f.name`, JOINS.facility),
    department: nullableText(sql`d.name`, JOB),
    specialty: nullableText(sql`sp.name`, JOB),
    jobNumber: measured(computed(sql`j.number`), JOB),
    assignmentNumber: column('number'),
    startDate: { value: STARTED, sort: { keys: [STARTED], nullable: false } },
    daysToStart: measured(
      computed((scope) => sql`case when r.status = 'BOOKED' then r.planned_start - ${today(scope)} end`),
    ),
    completionPercent: column('compliance_percent'),
    required: ofDocuments('required'),
    missing: ofDocuments('missing'),
    inReview: ofDocuments('in_review'),
    declined: ofDocuments('declined'),
    expired: ofDocuments('expired'),
    nextExpiry: ofDocuments('next_expiry'),
    lastUploadAt: ofDocuments('last_upload'),
    completedAt: nullableColumn('files_completed_at'),
  },
  filters: {
    status: (values) => oneOf(sql`r.status`, values),
    complianceBand: (values) => inComplianceBands(sql`r.compliance_percent`, values),
    ...jobFilters(ofJobId(sql`r.job_id`), sql`r.client_id`),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    filesDue: (wanted) => conditionIs(sql`r.documents_due > 0`, wanted),
    inReview: (wanted) => conditionIs(sql`r.documents_in_review > 0`, wanted),
    declined: (wanted) => conditionIs(has(inStatus('DECLINED')), wanted),
    expiresInDays: (range, scope) => has(expires('x', range, scope)),
    startsInDays: (range, scope) =>
      sql`r.status = 'BOOKED' and ${withinDaysFromToday(sql`r.planned_start`, range, scope)}`,
    candidate: (range) =>
      sql`r.candidate_id in (select cn.id from candidates cn where ${withinNumbers(sql`cn.number`, range)})`,
    jobNumber: jobNumber(ofJobId(sql`r.job_id`)),
  },
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    ...jobNumbered(sql`r.job_id`, word),
    candidateNamed(sql`r.candidate_id`, word),
    facilityNamed(sql`r.client_id`, word),
  ],
};

const ofAssignment = (condition: Sql): Sql =>
  sql`exists (select from assignments xa where xa.id = r.assignment_id and ${condition})`;

const ASSIGNMENT = sql`left join assignments a on a.id = r.assignment_id`;

export const complianceDocumentsSource: ListSource<'complianceDocuments'> = {
  table: sql`compliance_documents r`,
  zone: FACILITY_ZONE,
  visible: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.assignee.join}`,
  ids: ASSIGNEE_IDS,
  columns: {
    candidate: joinedColumn(PERSON_NAME, JOINS.assignee, ...PERSON_SORT_KEYS),
    kind: column('kind'),
    name: textColumn('name'),
    status: column('status'),
    dueOn: column('due_on'),
    issuedOn: nullableColumn('issued_on'),
    expiresOn: nullableColumn('expires_on'),
    uploadedBy: nullableTextColumn('uploaded_by'),
    uploadedAt: nullableColumn('uploaded_at'),
    reviewedBy: nullableTextColumn('reviewed_by'),
    reviewedAt: nullableColumn('reviewed_at'),
    timesDeclined: column('times_declined'),
    declineReason: nullableColumn('decline_reason'),
    supplier: joinedColumn(sql`s.name`, JOINS.supplier),
    facility: joinedColumn(sql`f.name`, JOINS.facility),
    assignmentNumber: measured(computed(sql`a.number`), ASSIGNMENT),
    assignmentStatus: measured(computed(sql`a.status`), ASSIGNMENT),
    startDate: measured(computed(sql`coalesce(a.actual_start, a.planned_start)`), ASSIGNMENT),
  },
  filters: {
    status: (values) => ofAssignment(oneOf(sql`xa.status`, values)),
    documentStatus: (values) => oneOf(sql`r.status`, values),
    kind: (values) => oneOf(sql`r.kind`, values),
    ...jobFilters(ofAssignmentId(sql`r.assignment_id`), sql`r.client_id`),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    expiresInDays: (range, scope) => expires('r', range, scope),
    expiresOn: (range) => withinDates(sql`r.expires_on`, range),
    startsInDays: (range, scope) =>
      ofAssignment(sql`xa.status = 'BOOKED' and ${withinDaysFromToday(sql`xa.planned_start`, range, scope)}`),
    uploadedAt: (range) => withinDates(sql`r.uploaded_on`, range),
    declined: (wanted) => conditionIs(sql`r.times_declined > 0`, wanted),
    reviewer: (values) => oneOf(sql`r.reviewed_by`, values),
    assignmentNumber: (range) => ofAssignment(withinNumbers(sql`xa.number`, range)),
    assignmentId: (ids) => oneOfIds(sql`r.assignment_id`, ids),
    candidateId: (ids) =>
      sql`r.assignment_id in (select xa.id from assignments xa where ${oneOfIds(sql`xa.candidate_id`, ids)})`,
  },
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    contains(sql`r.name`, word),
    contains(sql`r.reviewed_by`, word),
    assigneeNamed(sql`r.assignment_id`, word),
    ...assignmentNumbered(sql`r.assignment_id`, word),
    facilityNamed(sql`r.client_id`, word),
  ],
};
