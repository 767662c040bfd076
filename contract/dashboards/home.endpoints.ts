/**
 * The numbers of the home dashboard's cards. Each is the number of rows of the list it leads to
 * (contract/dashboards/drill.ts) under the same filter. Numbers the caller may not see are absent, not 0.
 */
import { DASHBOARD_FILTER_PROPERTIES } from './filterSchema';
import type { Endpoint } from '../base/endpoint';
import { DAY_INPUT } from '../base/values';
import { COUNT, DATE } from '../base/schemas';
import { CHOSEN_FACILITY } from '../base/values';

const cents = { type: 'integer', description: 'Cents.' } as const;

/**
 * The days that figures of flow cover, both included; those of stock are as of now. The app links with them, so that
 * the list has the same rows.
 */
const period = {
  type: 'object',
  required: ['from', 'to'],
  properties: { from: DATE, to: DATE },
  additionalProperties: false,
} as const;
const statusItems = {
  type: 'array',
  items: {
    type: 'object',
    required: ['value', 'label', 'count'],
    properties: { value: { type: 'string' }, label: { type: 'string' }, count: COUNT },
    additionalProperties: false,
  },
} as const;

const filter = {
  title: 'DashboardFilter',
  type: 'object',
  properties: { ...DASHBOARD_FILTER_PROPERTIES, clientId: CHOSEN_FACILITY },
  additionalProperties: false,
} as const;
const jobFilter = {
  title: 'JobWidgetFilter',
  type: 'object',
  required: ['notificationDate'],
  properties: {
    ...DASHBOARD_FILTER_PROPERTIES,
    clientId: CHOSEN_FACILITY,
    notificationDate: { ...DAY_INPUT, description: "The user's day: what was posted on it is newly posted." },
  },
  additionalProperties: false,
} as const;
const timesheetFilter = {
  title: 'TimesheetWidgetFilter',
  type: 'object',
  properties: {
    ...DASHBOARD_FILTER_PROPERTIES,
    clientId: CHOSEN_FACILITY,
    agencyToggle: { type: 'boolean', description: "Count by the supplier's status; managing organizations only." },
    clientToggle: { type: 'boolean', description: "Count by the facility's status; managing organizations only." },
  },
  additionalProperties: false,
} as const;

const submissionCounts = {
  title: 'SubmissionCounts',
  type: 'object',
  required: ['period', 'grandTotal', 'total', 'submissionStatuses'],
  properties: {
    period,
    submitted: COUNT,
    qualified: COUNT,
    interviewing: COUNT,
    offered: COUNT,
    offerAccepted: COUNT,
    offerRejected: COUNT,
    rejeted: COUNT,
    withdrawn: COUNT,
    grandTotal: { ...COUNT, description: 'Every submission under the filter.' },
    total: { ...COUNT, description: 'The sum of the statuses.' },
    submissionStatuses: statusItems,
  },
  additionalProperties: false,
} as const;

const jobCounts = {
  title: 'JobCounts',
  type: 'object',
  required: ['period', 'grandTotal', 'total', 'totalOpenings', 'jobStatuses'],
  properties: {
    period,
    openWithoutSubmission: COUNT,
    openWithSubmission: COUNT,
    onHold: COUNT,
    extension: COUNT,
    closedFilled: COUNT,
    closedOther: COUNT,
    grandTotal: { ...COUNT, description: 'Those of the total, and those not posted yet.' },
    total: { ...COUNT, description: 'The sum of the six categories.' },
    hotJob: COUNT,
    hotWithoutSubmission: { ...COUNT, description: 'Hot open jobs without submissions. Not for suppliers.' },
    newlyPosted: COUNT,
    pendingReview: { ...COUNT, description: 'For managing organizations.' },
    pendingApproval: { ...COUNT, description: 'For facilities.' },
    totalOpenings: { ...COUNT, description: 'Openings left on open jobs: positions, not jobs.' },
    jobStatuses: statusItems,
  },
  additionalProperties: false,
} as const;

const complianceCounts = {
  title: 'ComplianceCounts',
  type: 'object',
  description: 'As of today: a time frame does not change them.',
  required: ['total', 'filesDue', 'docsExpringFifteenDays', 'complianceStatuses'],
  properties: {
    total: { ...COUNT, description: 'A number of files; the sum of the bands.' },
    filesDue: COUNT,
    docsPendingReview: { ...COUNT, description: 'A number of documents. Not for suppliers.' },
    docsExpringFifteenDays: { ...COUNT, description: 'A number of documents.' },
    lessThantwentyFive: COUNT,
    twentyFiveToFifty: COUNT,
    fiftyOneToSeventyFive: COUNT,
    seventySixToNintyNine: COUNT,
    hundred: COUNT,
    complianceStatuses: statusItems,
  },
  additionalProperties: false,
} as const;

const assignmentCounts = {
  title: 'AssignmentCounts',
  type: 'object',
  required: ['period', 'assignmentCount', 'assignmentStatuses'],
  properties: {
    period,
    assignmentCount: {
      type: 'object',
      required: ['total'],
      properties: {
        active: COUNT,
        booked: COUNT,
        earlyTerm: COUNT,
        cancelled: COUNT,
        extensionsDue: { ...COUNT, description: 'These are active as well, so the total does not add them.' },
        completed: COUNT,
        perm: COUNT,
        total: COUNT,
      },
      additionalProperties: false,
    },
    assignmentStatuses: {
      type: 'array',
      items: {
        type: 'object',
        required: ['value', 'name', 'y'],
        properties: { value: { type: 'string' }, name: { type: 'string' }, y: COUNT },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;

const timesheetCounts = {
  title: 'TimesheetCounts',
  type: 'object',
  required: ['period', 'view', 'total', 'timesheetStatuses'],
  properties: {
    period,
    view: { type: 'string', enum: ['facility', 'supplier'], description: 'Whose status was counted.' },
    total: COUNT,
    disputes: { ...COUNT, description: 'Not for facilities.' },
    adjustments: { ...COUNT, description: 'Not for facilities.' },
    timesheetStatuses: statusItems,
  },
  additionalProperties: false,
} as const;

const invoiceCounts = {
  title: 'InvoiceCounts',
  type: 'object',
  required: ['period', 'total', 'invoiceStatuses'],
  properties: {
    period,
    total: COUNT,
    totalDue: { ...cents, description: 'Cents that facilities still owe; managing organizations only.' },
    totalPending: { ...cents, description: 'Cents still to be paid to suppliers; managing organizations only.' },
    invoiceStatuses: statusItems,
  },
  additionalProperties: false,
} as const;

const errors = ['server.unauthorized'] as const;
const counts = <P extends `/${string}`, B, R>(path: P, summary: string, body: B, response: R) =>
  ({ method: 'POST', path, summary, auth: 'bearer', body, response, errors }) as const;

const SUBMISSIONS = 'How many submissions there are in each status.';
const JOBS = 'How many jobs there are in each category.';
const ASSIGNMENTS = 'How many assignments there are in each status.';

/** One per card; `agency...` are a supplier's own. */
export const homeDashboardEndpoints = {
  submissionsWidget: counts('/api-client/v1/clients/vm/submissions/widget', SUBMISSIONS, filter, submissionCounts),
  agencySubmissionsWidget: counts(
    '/api-agency/v1/dashboard/submittals/statuscount',
    `${SUBMISSIONS} For suppliers.`,
    filter,
    submissionCounts,
  ),
  jobsWidget: counts('/api-client/v1/clients/vm/job/submissions/widget', JOBS, jobFilter, jobCounts),
  agencyJobsWidget: counts('/api-job/v1/dashboard/agency/jobcounts', `${JOBS} For suppliers.`, jobFilter, jobCounts),
  agencyJobTypes: counts(
    '/api-job/v1/dashboard/agency/jobtypes',
    'How many open jobs of each type a supplier can submit to.',
    filter,
    {
      title: 'JobTypeCounts',
      type: 'object',
      required: ['period', 'total', 'jobTypes'],
      properties: { period, total: COUNT, jobTypes: statusItems },
      additionalProperties: false,
    } as const,
  ),
  activeComplianceWidget: counts(
    '/api-agency/v1/compliance/widget',
    'The files of those at work, by how complete they are.',
    filter,
    complianceCounts,
  ),
  bookedComplianceWidget: counts(
    '/api-agency/v1/compliance/widget/booked',
    'The files of those who are booked, by how complete they are.',
    filter,
    complianceCounts,
  ),
  agencyComplianceStats: counts(
    '/api-agency/v1/dashboard/complaincestats',
    "A supplier's files, of those at work and those booked together, by how complete they are.",
    filter,
    complianceCounts,
  ),
  assignmentsWidget: counts('/api-agency/v1/assignments/widget', ASSIGNMENTS, filter, assignmentCounts),
  agencyAssignmentsWidget: counts(
    '/api-agency/v1/dashboard/assignments/statuscount',
    `${ASSIGNMENTS} For suppliers.`,
    filter,
    assignmentCounts,
  ),
  upcomingAssignments: counts(
    '/api-agency/v1/dashboard/upcomingassignments',
    'Booked assignments by the week they start in: this week and the three after it.',
    filter,
    {
      title: 'UpcomingAssignments',
      type: 'object',
      required: ['total', 'weeks'],
      properties: {
        total: COUNT,
        weeks: {
          type: 'array',
          items: {
            type: 'object',
            required: ['from', 'to', 'count'],
            properties: { from: DATE, to: DATE, count: COUNT },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    } as const,
  ),
  timesheetWidget: counts(
    '/api-timecard/v2/timesheet/dashboard/search',
    'How many timesheets there are in each status.',
    timesheetFilter,
    timesheetCounts,
  ),
  invoiceWidget: counts(
    '/api-timecard/v2/timesheet/dashboard/invoice/search',
    'How many invoices there are in each status, and what is still owed.',
    filter,
    invoiceCounts,
  ),
} as const satisfies Record<string, Endpoint>;
