/** The reports behind the KPI dashboards: their addresses and permissions. */
import type { Permission } from '../base/permissions';

export const KPI_REPORTS = [
  'submittalReport',
  'jobsReport',
  'declinedDocumentsReport',
  'assignmentReport',
  'submissionStatusReport',
  'pushedStartReport',
  'completedAssignmentsReport',
  'activeBookedCandidateReport',
  'earlyTermCancelReport',
] as const;
/** The name of the report's list. */
export type KpiReport = (typeof KPI_REPORTS)[number];

interface ReportPage {
  /** Relative to `{root}/nexusreports/`. */
  readonly segment: string;
  readonly title: string;
  /** Its group of the Reports menu, or Dashboard, which opens all. MENU_NEXUS_REPORTS is needed as well. */
  readonly anyOf: readonly Permission[];
}

export const REPORT_PAGES: Readonly<Record<KpiReport | 'timesheets', ReportPage>> = {
  timesheets: { segment: 'backoffice', title: 'Back Office', anyOf: ['REPORTS_BACK_OFFICE'] },
  submittalReport: {
    segment: 'vmssubmittalreport',
    title: 'Submittals',
    anyOf: ['REPORTS_SUBMISSIONS', 'REPORTS_DASHBOARD'],
  },
  jobsReport: { segment: 'jobsreport', title: 'Jobs by Stage', anyOf: ['REPORTS_JOBS', 'REPORTS_DASHBOARD'] },
  declinedDocumentsReport: {
    segment: 'declineddocumentsreport',
    title: 'Declined Documents',
    anyOf: ['REPORTS_COMPLIANCE', 'REPORTS_DASHBOARD'],
  },
  assignmentReport: {
    segment: 'vmsassignmentreport',
    title: 'Retention',
    anyOf: ['REPORTS_ASSIGNMENTS', 'REPORTS_DASHBOARD'],
  },
  submissionStatusReport: {
    segment: 'submissionstatusreport',
    title: 'Submission Status',
    anyOf: ['REPORTS_SUBMISSIONS', 'REPORTS_DASHBOARD'],
  },
  pushedStartReport: {
    segment: 'pushedstartreport',
    title: 'Pushed Starts',
    anyOf: ['REPORTS_ASSIGNMENTS', 'REPORTS_DASHBOARD'],
  },
  completedAssignmentsReport: {
    segment: 'vmscompletedassignmentsreport',
    title: 'Completed Assignments',
    anyOf: ['REPORTS_ASSIGNMENTS', 'REPORTS_DASHBOARD'],
  },
  activeBookedCandidateReport: {
    segment: 'vmsactivebookedcandidatereport',
    title: 'Active and Booked Candidates',
    anyOf: ['REPORTS_ASSIGNMENTS', 'REPORTS_DASHBOARD'],
  },
  earlyTermCancelReport: {
    segment: 'earlytermcancelreport',
    title: 'Early Terms and Cancellations',
    anyOf: ['REPORTS_ASSIGNMENTS', 'REPORTS_DASHBOARD'],
  },
};
