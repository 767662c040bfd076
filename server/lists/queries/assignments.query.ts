import { sql } from 'kysely';
import { COMPLIANCE_BANDS } from '../../../contract/lists';
import {
  anyOf,
  candidateNamed,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  today,
  whether,
  withinDates,
  withinDaysFromToday,
} from '../predicates';
import { joined, own, ownNullable, shown, type ListSource, type Sql } from '../source';
import { JOIN, jobFilters, ofJobId, PERSON, PERSON_KEYS } from './ofJobs';

/** The percentage is stored rounded down, so each integer is in one band. */
export const inBands = (percent: Sql, bands: readonly string[]): Sql =>
  anyOf(
    COMPLIANCE_BANDS.filter(({ value }) => bands.includes(value)).map(
      ({ from, to }) => sql`${percent} between ${from}::integer and ${to}::integer`,
    ),
  );

export const assignmentsSource: ListSource<'assignments'> = {
  table: sql`assignments r`,
  own: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`
    ${JOIN.facility} ${JOIN.supplier} ${JOIN.candidate}
    join jobs j on j.id = r.job_id
    join departments d on d.id = j.department_id
    join professions p on p.id = j.profession_id
    join specialties sp on sp.id = j.specialty_id`,
  columns: {
    number: own('number'),
    candidate: joined(PERSON, JOIN.candidate, ...PERSON_KEYS),
    status: own('status'),
    facility: joined(sql`f.name`, JOIN.facility),
    department: shown(sql`d.name`),
    profession: shown(sql`p.name`),
    specialty: shown(sql`sp.name`),
    supplier: joined(sql`s.name`, JOIN.supplier),
    plannedStart: own('planned_start'),
    actualStart: ownNullable('actual_start'),
    endDate: own('planned_end'),
    weeksLeft: shown(
      sql`case when r.status in ('ACTIVE', 'BOOKED') then greatest(0, ceil((r.planned_end - ${today}) / 7.0))::integer end`,
    ),
    shift: own('shift'),
    hoursPerWeek: own('minutes_per_week'),
    billRate: own('bill_rate_cents'),
    compliancePercent: own('compliance_percent'),
    extensionStatus: own('extension_status'),
    extensionDecisionDue: ownNullable('extension_decision_due'),
    extensions: own('extensions'),
    pushedDays: shown(sql`nullif(r.actual_start - r.planned_start, 0)`),
    pushedReason: own('pushed_reason'),
    endedOn: ownNullable('ended_on'),
    endReason: own('end_reason'),
    endedBy: own('ended_by'),
    convertedOn: ownNullable('converted_on'),
    conversionFee: own('conversion_fee_cents'),
    manager: shown(sql`d.manager_name`),
    bookedAt: own('booked_at'),
    rating: ownNullable('rating'),
    rehire: own('rehire'),
  },
  filters: {
    // An extension falls due while the assignment runs: these rows are Active as well.
    status: (values) =>
      anyOf([
        oneOf(sql`r.status`, values),
        ...(values.includes('EXTENSIONS_DUE') ? [sql`r.extension_status = 'DUE'`] : []),
      ]),
    ...jobFilters(ofJobId(sql`r.job_id`), sql`r.client_id`),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    startDate: (range) => withinDates(sql`r.planned_start`, range),
    endDate: (range) => withinDates(sql`r.planned_end`, range),
    endedOn: (range) => withinDates(sql`r.ended_on`, range),
    endsInDays: (range) => sql`r.status in ('ACTIVE', 'BOOKED') and ${withinDaysFromToday(sql`r.planned_end`, range)}`,
    pushed: (wanted) => whether(sql`r.actual_start > r.planned_start`, wanted),
    endReason: (values) => oneOf(sql`r.end_reason`, values),
    endedBy: (values) => oneOf(sql`r.ended_by`, values),
    complianceBand: (values) => inBands(sql`r.compliance_percent`, values),
  },
  concerns: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    candidateNamed(sql`r.candidate_id`, word),
    contains(sql`r.end_reason`, word),
  ],
};
