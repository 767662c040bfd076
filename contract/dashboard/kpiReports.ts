/** The reports behind the KPI dashboards: where each of them is, and who may open it. */
import type { Permission } from '../permissions';

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
/** The name of its list. */
export type KpiReport = (typeof KPI_REPORTS)[number];

interface ReportPage {
  /** Below `{root}/nexusreports/`. */
  readonly segment: string;
  readonly title: string;
  /** Of the group of the Reports menu it stands in; MENU_NEXUS_REPORTS is needed besides. */
  readonly permission: Permission;
}

export const REPORT_PAGES: Readonly<Record<KpiReport | 'timesheets', ReportPage>> = {
  timesheets: { segment: 'backoffice', title: 'Back Office', permission: 'REPORTS_BACK_OFFICE' },
  submittalReport: { segment: 'vmssubmittalreport', title: 'Submittals', permission: 'REPORTS_SUBMISSIONS' },
  jobsReport: { segment: 'jobsreport', title: 'Jobs by Stage', permission: 'REPORTS_JOBS' },
  declinedDocumentsReport: {
    segment: 'declineddocumentsreport',
    title: 'Declined Documents',
    permission: 'REPORTS_COMPLIANCE',
  },
  assignmentReport: { segment: 'vmsassignmentreport', title: 'Retention', permission: 'REPORTS_ASSIGNMENTS' },
  submissionStatusReport: {
    segment: 'submissionstatusreport',
    title: 'Submission Status',
    permission: 'REPORTS_SUBMISSIONS',
  },
  pushedStartReport: { segment: 'pushedstartreport', title: 'Pushed Starts', permission: 'REPORTS_ASSIGNMENTS' },
  completedAssignmentsReport: {
    segment: 'vmscompletedassignmentsreport',
    title: 'Completed Assignments',
    permission: 'REPORTS_ASSIGNMENTS',
  },
  activeBookedCandidateReport: {
    segment: 'vmsactivebookedcandidatereport',
    title: 'Active and Booked Candidates',
    permission: 'REPORTS_ASSIGNMENTS',
  },
  earlyTermCancelReport: {
    segment: 'earlytermcancelreport',
    title: 'Early Terms and Cancellations',
    permission: 'REPORTS_ASSIGNMENTS',
  },
};
