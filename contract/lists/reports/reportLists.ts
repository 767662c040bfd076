/** The lists behind the KPI dashboards. */
import {
  activeBookedCandidateReportList,
  assignmentReportList,
  completedAssignmentsReportList,
  earlyTermCancelReportList,
  pushedStartReportList,
} from './assignments.list';
import { declinedDocumentsReportList } from './documents.list';
import { jobsReportList } from './jobs.list';
import { submissionStatusReportList, submittalReportList } from './submissions.list';

export const reportLists = {
  submittalReport: submittalReportList,
  jobsReport: jobsReportList,
  declinedDocumentsReport: declinedDocumentsReportList,
  assignmentReport: assignmentReportList,
  submissionStatusReport: submissionStatusReportList,
  pushedStartReport: pushedStartReportList,
  completedAssignmentsReport: completedAssignmentsReportList,
  activeBookedCandidateReport: activeBookedCandidateReportList,
  earlyTermCancelReport: earlyTermCancelReportList,
} as const;
