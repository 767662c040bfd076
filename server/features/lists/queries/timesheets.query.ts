import { sql } from 'kysely';
import type { Scope } from '../../../database';
import {
  allOf,
  assigneeNamed,
  assignmentNumbered,
  contains,
  facilityNamed,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  today,
  conditionIs,
  withinDates,
  withinNumbers,
} from '../predicates';
import {
  unsortedColumn,
  joinedColumn,
  grouped,
  groupedById,
  type ListSource,
  column,
  nullableColumn,
  computed,
  measured,
  nullableText,
  type Sql,
} from '../source';
import {
  DEPARTMENT_LABEL,
  FACILITY_ZONE,
  JOINS,
  jobFilters,
  ofAssignmentId,
  PERSON_NAME,
  PERSON_SORT_KEYS,
  ASSIGNEE_IDS,
} from './jobColumns';

export type TimesheetView = 'facility' | 'supplier';

/** Facilities see their own status, everyone else the supplier's; managers choose. */
export function viewOf(scope: Scope, chosen: readonly string[] | undefined): TimesheetView {
  if (chosen?.[0] !== undefined) return chosen[0] === 'facility' ? 'facility' : 'supplier';
  return scope.organizationType === 'CLIENT' ? 'facility' : 'supplier';
}
/** The status column of a view. */
const statusIn = (view: TimesheetView): Sql => (view === 'facility' ? sql`r.facility_status` : sql`r.supplier_status`);

const OPEN_DISPUTE = sql`r.disputed_at is not null and r.dispute_resolved_at is null`;
export const ADJUSTED = sql`r.correction > 0`;
const VARIANCE = sql`(r.regular_minutes + r.overtime_minutes + r.holiday_minutes - r.scheduled_minutes)`;
const WORKED = sql`r.supplier_status <> 'MISSING'`;

const OF_JOB = sql`
    ${JOINS.assignee.join}
    left join jobs j on j.id = a.job_id
    left join departments d on d.id = j.department_id`;

export const timesheetsSource: ListSource<'timesheets'> = {
  table: sql`timesheets r`,
  zone: FACILITY_ZONE,
  visible: (scope) => partyTo(scope, 'r', PARTIES),
  joins: sql`
    ${JOINS.facility.join} ${JOINS.supplier.join} ${OF_JOB}
    left join invoices i on i.id = r.invoice_id
    left join invoices ri on ri.id = r.reverse_invoice_id`,
  ids: { ...ASSIGNEE_IDS, invoiceNumber: sql`r.invoice_id`, reverseInvoiceNumber: sql`r.reverse_invoice_id` },
  columns: {
    weekEnding: grouped(column('week_ending'), sql`r.week_ending`),
    number: column('number'),
    candidate: joinedColumn(PERSON_NAME, JOINS.assignee, ...PERSON_SORT_KEYS),
    facility: groupedById(joinedColumn(sql`f.name`, JOINS.facility), sql`r.client_id`, 'facilities'),
    department: grouped(nullableText(sql`d.name`, OF_JOB), sql`j.department_id`, DEPARTMENT_LABEL),
    specialty: grouped(
      computed(sql`(select sp.name from specialties sp where sp.id = j.specialty_id)`),
      sql`j.specialty_id`,
    ),
    supplier: groupedById(joinedColumn(sql`s.name`, JOINS.supplier), sql`r.agency_id`, 'suppliers'),
    assignmentNumber: measured(computed(sql`a.number`), JOINS.assignee.join),
    facilityStatus: column('facility_status'),
    supplierStatus: column('supplier_status'),
    scheduled: column('scheduled_minutes'),
    regular: column('regular_minutes'),
    overtime: column('overtime_minutes'),
    holiday: column('holiday_minutes'),
    onCall: column('on_call_minutes'),
    variance: measured(computed(sql`case when ${WORKED} then ${VARIANCE} end`)),
    miles: column('miles'),
    expenses: column('expense_cents'),
    bill: grouped(column('bill_cents'), sql`r.bill_cents / 100.0`),
    submittedAt: nullableColumn('submitted_at'),
    submittedBy: unsortedColumn('submitted_by'),
    approvedAt: nullableColumn('approved_at'),
    approvedBy: unsortedColumn('approved_by'),
    finalizedAt: nullableColumn('finalized_at'),
    disputed: measured(computed(sql`(${OPEN_DISPUTE})`)),
    disputeReason: unsortedColumn('dispute_reason'),
    correction: column('correction'),
    invoiceNumber: computed(sql`i.number`),
    reverseInvoiceNumber: computed(sql`ri.number`),
  },
  filters: {
    // Selects the status for `billingStatusIds` and `missingWeeks`; by itself it filters nothing.
    view: () => sql`true`,
    billingStatusIds: (values, scope, { view }) => oneOf(statusIn(viewOf(scope, view)), values),
    ...jobFilters(ofAssignmentId(sql`r.assignment_id`), sql`r.client_id`),
    period: (range) => withinDates(sql`r.week_ending`, range),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    weekEnding: (range) => withinDates(sql`r.week_ending`, range),
    disputed: (wanted) => conditionIs(OPEN_DISPUTE, wanted),
    adjusted: (wanted) => conditionIs(ADJUSTED, wanted),
    missingWeeks: ({ from, to }, scope, { view }) =>
      allOf([
        sql`${statusIn(viewOf(scope, view))} = 'MISSING'`,
        withinNumbers(sql`((${today(scope)} - r.week_ending) / 7)`, { from, to }),
      ]),
    variance: (range) => sql`${WORKED} and ${withinNumbers(VARIANCE, range, 60)}`,
    bill: (range) => withinNumbers(sql`r.bill_cents`, range, 100),
    expenses: (wanted) => conditionIs(sql`r.expense_cents > 0`, wanted),
    expensesToDecide: (wanted) =>
      conditionIs(
        sql`r.expense_cents > 0 and r.expense_decision is null and r.facility_status in ('SUBMITTED', 'APPROVED')`,
        wanted,
      ),
    assignmentNumber: (range) =>
      sql`exists (select from assignments xa where xa.id = r.assignment_id and ${withinNumbers(sql`xa.number`, range)})`,
    assignmentId: (ids) => oneOfIds(sql`r.assignment_id`, ids),
    invoiceId: (ids) => oneOfIds(sql`r.invoice_id`, ids),
    reverseInvoiceId: (ids) => oneOfIds(sql`r.reverse_invoice_id`, ids),
  },
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    contains(sql`r.approved_by`, word),
    assigneeNamed(sql`r.assignment_id`, word),
    ...assignmentNumbered(sql`r.assignment_id`, word),
    facilityNamed(sql`r.client_id`, word),
  ],
};
