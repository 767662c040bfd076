import { sql } from 'kysely';
import type { Scope } from '../../database';
import {
  allOf,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  today,
  whether,
  withinDates,
  withinNumbers,
} from '../predicates';
import { field, joined, type ListSource, own, ownNullable, shown, type Sql } from '../source';
import { assigneeNamed, OF, jobFilters, ofAssignmentId, PERSON, PERSON_KEYS } from './ofJobs';

export type TimesheetView = 'facility' | 'supplier';

/** A facility looks at its own status, everybody else at the supplier's; managers may choose. */
export function viewOf(scope: Scope, chosen: readonly string[] | undefined): TimesheetView {
  if (chosen?.[0] !== undefined) return chosen[0] === 'facility' ? 'facility' : 'supplier';
  return scope.organizationType === 'CLIENT' ? 'facility' : 'supplier';
}
/** The status that counts in a view. */
export const statusIn = (view: TimesheetView): Sql =>
  view === 'facility' ? sql`r.facility_status` : sql`r.supplier_status`;

export const OPEN_DISPUTE = sql`r.disputed_at is not null and r.dispute_resolved_at is null`;
export const ADJUSTED = sql`r.correction > 0`;
const VARIANCE = sql`(r.regular_minutes + r.overtime_minutes + r.holiday_minutes - r.scheduled_minutes)`;
const WORKED = sql`r.supplier_status <> 'MISSING'`;

export const timesheetsSource: ListSource<'timesheets'> = {
  table: sql`timesheets r`,
  own: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`
    ${OF.facility.join} ${OF.supplier.join} ${OF.assignee.join}
    join jobs j on j.id = a.job_id
    join departments d on d.id = j.department_id
    left join invoices i on i.id = r.invoice_id
    left join invoices ri on ri.id = r.reverse_invoice_id`,
  columns: {
    weekEnding: own('week_ending'),
    number: own('number'),
    candidate: joined(PERSON, OF.assignee, ...PERSON_KEYS),
    facility: joined(sql`f.name`, OF.facility),
    department: shown(sql`d.name`),
    supplier: joined(sql`s.name`, OF.supplier),
    assignmentNumber: shown(sql`a.number`),
    facilityStatus: own('facility_status'),
    supplierStatus: own('supplier_status'),
    scheduled: field('scheduled_minutes'),
    regular: field('regular_minutes'),
    overtime: own('overtime_minutes'),
    holiday: field('holiday_minutes'),
    onCall: field('on_call_minutes'),
    variance: shown(sql`case when ${WORKED} then ${VARIANCE} end`),
    miles: field('miles'),
    expenses: own('expense_cents'),
    bill: own('bill_cents'),
    submittedAt: ownNullable('submitted_at'),
    submittedBy: field('submitted_by'),
    approvedAt: field('approved_at'),
    approvedBy: field('approved_by'),
    finalizedAt: field('finalized_at'),
    disputed: shown(sql`(${OPEN_DISPUTE})`),
    disputeReason: field('dispute_reason'),
    correction: field('correction'),
    invoiceNumber: shown(sql`i.number`),
    reverseInvoiceNumber: shown(sql`ri.number`),
  },
  filters: {
    // Chooses what `billingStatusIds` and `missingWeeks` look at; on its own it leaves out nothing.
    view: () => sql`true`,
    billingStatusIds: (values, scope, { view }) => oneOf(statusIn(viewOf(scope, view)), values),
    ...jobFilters(ofAssignmentId(sql`r.assignment_id`), sql`r.client_id`),
    period: (range) => withinDates(sql`r.week_ending`, range),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    weekEnding: (range) => withinDates(sql`r.week_ending`, range),
    disputed: (wanted) => whether(OPEN_DISPUTE, wanted),
    adjusted: (wanted) => whether(ADJUSTED, wanted),
    missingWeeks: ({ from, to }, scope, { view }) =>
      allOf([
        sql`${statusIn(viewOf(scope, view))} = 'MISSING'`,
        withinNumbers(sql`((${today} - r.week_ending) / 7)`, { from, to }),
      ]),
    variance: (range) => sql`${WORKED} and ${withinNumbers(VARIANCE, range, 60)}`,
    expenses: (wanted) => whether(sql`r.expense_cents > 0`, wanted),
    assignmentNumber: (range) =>
      sql`exists (select from assignments xa where xa.id = r.assignment_id and ${withinNumbers(sql`xa.number`, range)})`,
  },
  concerns: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    contains(sql`r.approved_by`, word),
    assigneeNamed(sql`r.assignment_id`, word),
  ],
};
