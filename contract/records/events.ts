/** The timeline of records: the columns whose changes are events, and the dates in a record that are events. */
import { lists } from '../lists/catalog';
import type { ListColumn } from '../lists/list';
import type { RecordKind } from './kinds';

/** The tables that records are rows of; their changes are events, by the name of the table. */
export const RECORD_TABLES = {
  job: 'jobs',
  candidate: 'candidates',
  submission: 'submissions',
  assignment: 'assignments',
  complianceFile: 'assignments',
  document: 'compliance_documents',
  timesheet: 'timesheets',
  invoice: 'invoices',
  reverseInvoice: 'invoices',
  facility: 'facilities',
  supplier: 'suppliers',
} as const satisfies Record<RecordKind, string>;
export type RecordTable = (typeof RECORD_TABLES)[RecordKind];

const jobs = lists.jobs.columns;
const candidates = lists.candidates.columns;
const submissions = lists.submissions.columns;
const assignments = lists.assignments.columns;
const documents = lists.complianceDocuments.columns;
const timesheets = lists.timesheets.columns;
const invoices = lists.invoices.columns;
const reverse = lists.reverseInvoices.columns;

/** Maps each column to its label on screen. Columns without an entry are not shown. */
export const EVENT_FIELDS: Readonly<Record<RecordTable, Readonly<Record<string, ListColumn>>>> = {
  jobs: {
    status: jobs.status,
    closure: jobs.closure,
    closing_reason: jobs.closingReason,
    hot: jobs.hot,
    shift: jobs.shift,
    minutes_per_week: jobs.hoursPerWeek,
    start_date: jobs.startDate,
    end_date: jobs.endDate,
    openings: jobs.openings,
    openings_filled: { label: 'Openings Filled', kind: 'number' },
    bill_rate_min_cents: jobs.billRateMin,
    bill_rate_max_cents: jobs.billRateMax,
  },
  candidates: {
    city: candidates.city,
    state: candidates.state,
    email: candidates.email,
    phone: candidates.phone,
    license_state: candidates.licenseState,
    compact_license: candidates.compactLicense,
    years_of_experience: candidates.yearsOfExperience,
    available_from: candidates.availableFrom,
    recruiter_name: candidates.recruiter,
  },
  submissions: {
    status: submissions.status,
    requested_rate_cents: submissions.requestedRate,
    available_from: submissions.availableFrom,
    recruiter_name: submissions.recruiter,
    interviewed_at: submissions.interviewedAt,
    booked_at: submissions.bookedAt,
    closing_reason: submissions.closingReason,
  },
  assignments: {
    status: assignments.status,
    planned_start: assignments.plannedStart,
    actual_start: assignments.actualStart,
    pushed_reason: assignments.pushedReason,
    planned_end: assignments.endDate,
    ended_on: assignments.endedOn,
    end_reason: assignments.endReason,
    ended_by: assignments.endedBy,
    extension_status: assignments.extensionStatus,
    extension_decision_due: assignments.extensionDecisionDue,
    converted_on: assignments.convertedOn,
    conversion_fee_cents: assignments.conversionFee,
    shift: assignments.shift,
    minutes_per_week: assignments.hoursPerWeek,
    bill_rate_cents: assignments.billRate,
    pay_rate_cents: { label: 'Pay Rate', kind: 'rate', hiddenFrom: ['CLIENT'] },
    files_completed_at: { label: 'File Complete', kind: 'instant' },
    rating: assignments.rating,
    rehire: assignments.rehire,
  },
  compliance_documents: {
    status: documents.status,
    due_on: documents.dueOn,
    issued_on: documents.issuedOn,
    expires_on: documents.expiresOn,
    times_declined: documents.timesDeclined,
    decline_reason: documents.declineReason,
  },
  timesheets: {
    facility_status: timesheets.facilityStatus,
    supplier_status: timesheets.supplierStatus,
    regular_minutes: timesheets.regular,
    overtime_minutes: timesheets.overtime,
    holiday_minutes: timesheets.holiday,
    on_call_minutes: timesheets.onCall,
    miles: timesheets.miles,
    expense_cents: timesheets.expenses,
    bill_cents: timesheets.bill,
    dispute_reason: timesheets.disputeReason,
    dispute_resolved_at: { label: 'Dispute Resolved', kind: 'instant' },
    correction: timesheets.correction,
  },
  invoices: {
    status: { ...invoices.status, options: [...invoices.status.options, ...reverse.status.options] },
    adjustment_cents: invoices.adjustment,
    total_cents: invoices.total,
    purchase_order: invoices.purchaseOrder,
    due_on: invoices.dueOn,
    good_pay_on: { ...reverse.goodPayOn, hiddenFrom: ['AGENCY', 'CLIENT'] },
    paid_on: invoices.paidOn,
    paid_cents: invoices.paidAmount,
    remittance_number: invoices.remittanceNumber,
  },
  facilities: {
    name: lists.facilities.columns.name,
    health_system: lists.facilities.columns.healthSystem,
    city: lists.facilities.columns.city,
    state: lists.facilities.columns.state,
    time_zone: lists.facilities.columns.timeZone,
    beds: lists.facilities.columns.beds,
  },
  suppliers: {
    name: lists.suppliers.columns.name,
    tier: lists.suppliers.columns.tier,
    city: lists.suppliers.columns.city,
    state: lists.suppliers.columns.state,
    joined_on: lists.suppliers.columns.joinedOn,
  },
};

/** What happened at each of these dates. They cover the time before changes were recorded. */
export const MOMENTS = {
  jobs: { created_at: 'Entered', posted_at: 'Posted', closed_at: 'Closed' },
  candidates: { created_at: 'Added' },
  // Its other events are in the history of its status.
  submissions: { booked_at: 'Booked' },
  assignments: { booked_at: 'Assignment booked', files_completed_at: 'File complete' },
  compliance_documents: { uploaded_at: 'Uploaded', reviewed_at: 'Reviewed' },
  timesheets: {
    submitted_at: 'Submitted',
    disputed_at: 'Disputed',
    dispute_resolved_at: 'Dispute resolved',
    approved_at: 'Approved',
    finalized_at: 'Finalized',
  },
  // These are dates without a time.
  invoices: { issued_on: 'Issued', good_pay_on: 'Paid by the facility', paid_on: 'Paid' },
  facilities: {},
  suppliers: { joined_on: 'Joined' },
} as const satisfies Readonly<Record<RecordTable, Readonly<Record<string, string>>>>;
