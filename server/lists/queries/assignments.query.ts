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
import { field, joined, type ListSource, own, ownNullable, shown, type Sql } from '../source';
import { OF, jobFilters, ofJobId, PERSON, PERSON_KEYS } from './ofJobs';

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
    ${OF.facility.join} ${OF.supplier.join} ${OF.candidate.join}
    join jobs j on j.id = r.job_id
    join departments d on d.id = j.department_id
    join professions p on p.id = j.profession_id
    join specialties sp on sp.id = j.specialty_id`,
  columns: {
    number: own('number'),
    candidate: joined(PERSON, OF.candidate, ...PERSON_KEYS),
    status: own('status'),
    facility: joined(sql`f.name`, OF.facility),
    department: shown(sql`d.name`),
    profession: shown(sql`p.name`),
    specialty: shown(sql`sp.name`),
    supplier: joined(sql`s.name`, OF.supplier),
    plannedStart: own('planned_start'),
    actualStart: field('actual_start'),
    endDate: own('planned_end'),
    weeksLeft: shown(
      sql`case when r.status in ('ACTIVE', 'BOOKED') then greatest(0, ceil((r.planned_end - ${today}) / 7.0))::integer end`,
    ),
    shift: field('shift'),
    hoursPerWeek: field('minutes_per_week'),
    billRate: own('bill_rate_cents'),
    compliancePercent: own('compliance_percent'),
    extensionStatus: field('extension_status'),
    extensionDecisionDue: ownNullable('extension_decision_due'),
    extensions: field('extensions'),
    pushedDays: shown(sql`nullif(r.actual_start - r.planned_start, 0)`),
    pushedReason: field('pushed_reason'),
    endedOn: ownNullable('ended_on'),
    endReason: field('end_reason'),
    endedBy: field('ended_by'),
    convertedOn: field('converted_on'),
    conversionFee: field('conversion_fee_cents'),
    manager: shown(sql`d.manager_name`),
    bookedAt: field('booked_at'),
    rating: field('rating'),
    rehire: field('rehire'),
  },
  filters: {
    // An extension falls due while the assignment runs: these rows are Active as well.
    status: (values) =>
      anyOf([
        oneOf(sql`r.status`, values),
        ...(values.includes('EXTENSIONS_DUE') ? [sql`r.extension_status = 'DUE'`] : []),
      ]),
    ...jobFilters(ofJobId(sql`r.job_id`), sql`r.client_id`),
    period: (range) => sql`r.ended_on is null or (${withinDates(sql`r.ended_on`, range)})`,
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
