import { sql } from 'kysely';
import { COMPLIANCE_BANDS } from '../../../../contract/lists/common';
import {
  PARTIES,
  anyOf,
  candidateNamed,
  contains,
  facilityNamed,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  today,
  conditionIs,
  withinDates,
  withinDaysFromToday,
} from '../predicates';
import {
  unsortedColumn,
  joinedColumn,
  column,
  nullableColumn,
  computed,
  measured,
  nullableText,
  type ListSource,
  type Sql,
} from '../source';
import {
  FACILITY_ZONE,
  JOB_JOINS,
  JOINS,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  jobFilters,
  ofJobId,
  CANDIDATE_IDS,
} from './jobColumns';

/** The percentage is stored rounded down, so each value is in exactly one band. */
export const inComplianceBands = (percent: Sql, bands: readonly string[]): Sql =>
  anyOf(
    COMPLIANCE_BANDS.filter(({ value }) => bands.includes(value)).map(
      ({ from, to }) => sql`${percent} between ${from}::integer and ${to}::integer`,
    ),
  );

export const assignmentsSource: ListSource<'assignments'> = {
  table: sql`assignments r`,
  zone: FACILITY_ZONE,
  visible: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`${JOINS.facility.join} ${JOINS.supplier.join} ${JOINS.candidate.join} ${JOB_JOINS}`,
  ids: CANDIDATE_IDS,
  columns: {
    number: column('number'),
    candidate: joinedColumn(PERSON_NAME, JOINS.candidate, ...PERSON_SORT_KEYS),
    status: column('status'),
    facility: joinedColumn(sql`f.name`, JOINS.facility),
    department: nullableText(sql`d.name`, JOB_JOINS),
    profession: nullableText(sql`p.name`, JOB_JOINS),
    specialty: nullableText(sql`sp.name`, JOB_JOINS),
    supplier: joinedColumn(sql`s.name`, JOINS.supplier),
    plannedStart: column('planned_start'),
    actualStart: nullableColumn('actual_start'),
    endDate: column('planned_end'),
    weeksLeft: measured(
      computed(
        (scope) =>
          sql`case when r.status in ('ACTIVE', 'BOOKED') then greatest(0, ceil((r.planned_end - ${today(scope)}) / 7.0))::integer end`,
      ),
    ),
    shift: column('shift'),
    hoursPerWeek: column('minutes_per_week'),
    billRate: column('bill_rate_cents'),
    compliancePercent: column('compliance_percent'),
    extensionStatus: nullableColumn('extension_status'),
    extensionDecisionDue: nullableColumn('extension_decision_due'),
    extensions: column('extensions'),
    pushedDays: measured(computed(sql`nullif(r.actual_start - r.planned_start, 0)`)),
    pushedReason: unsortedColumn('pushed_reason'),
    endedOn: nullableColumn('ended_on'),
    endReason: nullableColumn('end_reason'),
    endedBy: nullableColumn('ended_by'),
    convertedOn: unsortedColumn('converted_on'),
    conversionFee: unsortedColumn('conversion_fee_cents'),
    manager: computed(sql`d.manager_name`),
    bookedAt: column('booked_at'),
    rating: nullableColumn('rating'),
    rehire: unsortedColumn('rehire'),
  },
  filters: {
    // Assignments with an extension due are active as well; one that was asked for is to be decided, too.
    status: (values) =>
      anyOf([
        oneOf(sql`r.status`, values),
        ...(values.includes('EXTENSIONS_DUE') ? [sql`r.extension_status in ('DUE', 'REQUESTED')`] : []),
      ]),
    ...jobFilters(ofJobId(sql`r.job_id`), sql`r.client_id`),
    period: (range) => sql`r.ended_on is null or (${withinDates(sql`r.ended_on`, range)})`,
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    startDate: (range) => withinDates(sql`r.planned_start`, range),
    endDate: (range) => withinDates(sql`r.planned_end`, range),
    endedOn: (range) => withinDates(sql`r.ended_on`, range),
    endsInDays: (range, scope) =>
      sql`r.status in ('ACTIVE', 'BOOKED') and ${withinDaysFromToday(sql`r.planned_end`, range, scope)}`,
    pushed: (wanted) => conditionIs(sql`r.actual_start > r.planned_start`, wanted),
    endReason: (values) => oneOf(sql`r.end_reason`, values),
    endedBy: (values) => oneOf(sql`r.ended_by`, values),
    complianceBand: (values) => inComplianceBands(sql`r.compliance_percent`, values),
    jobId: (ids) => oneOfIds(sql`r.job_id`, ids),
    candidateId: (ids) => oneOfIds(sql`r.candidate_id`, ids),
    submissionId: (ids) => oneOfIds(sql`r.submission_id`, ids),
  },
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    candidateNamed(sql`r.candidate_id`, word),
    facilityNamed(sql`r.client_id`, word),
    contains(sql`r.end_reason`, word),
  ],
};
