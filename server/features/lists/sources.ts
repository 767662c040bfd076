/** The SQL of all lists. */
import type { ListName } from '../../../contract/lists/list';
import {
  broadcastsSource,
  changedAddressesSource,
  organizationsSource,
  rolesSource,
  ssoProvidersSource,
  supplierUsersSource,
} from './queries/admin.query';
import { assignmentsSource } from './queries/assignments.query';
import { complianceDocumentsSource, complianceFilesSource } from './queries/compliance.query';
import { auditSource } from './queries/audit.query';
import { candidatesSource, facilitiesSource, suppliersSource, usersSource } from './queries/directory.query';
import { invoicesSource, reverseInvoicesSource } from './queries/invoices.query';
import { jobsSource, prnOrdersSource } from './queries/jobs.query';
import { programAssignmentsSource, programCandidatesSource } from './queries/programs.query';
import {
  activeBookedCandidateReportSource,
  assignmentReportSource,
  completedAssignmentsReportSource,
  earlyTermCancelReportSource,
  pushedStartReportSource,
} from './queries/reports/assignments.report';
import { declinedDocumentsReportSource } from './queries/reports/documents.report';
import { jobsReportSource } from './queries/reports/jobs.report';
import { submissionStatusReportSource, submittalReportSource } from './queries/reports/submissions.report';
import { submissionsSource } from './queries/submissions.query';
import { tasksSource } from './queries/tasks.query';
import { timesheetsSource } from './queries/timesheets.query';
import type { ListSource } from './source';

export const sources: { readonly [N in ListName]: ListSource<N> } = {
  facilities: facilitiesSource,
  suppliers: suppliersSource,
  candidates: candidatesSource,
  users: usersSource,
  jobs: jobsSource,
  prnOrders: prnOrdersSource,
  submissions: submissionsSource,
  assignments: assignmentsSource,
  complianceFiles: complianceFilesSource,
  complianceDocuments: complianceDocumentsSource,
  timesheets: timesheetsSource,
  invoices: invoicesSource,
  reverseInvoices: reverseInvoicesSource,
  tasks: tasksSource,
  supplierUsers: supplierUsersSource,
  organizations: organizationsSource,
  ssoProviders: ssoProvidersSource,
  changedAddresses: changedAddressesSource,
  audit: auditSource,
  roles: rolesSource,
  broadcasts: broadcastsSource,
  programCandidates: programCandidatesSource,
  programAssignments: programAssignmentsSource,
  submittalReport: submittalReportSource,
  jobsReport: jobsReportSource,
  declinedDocumentsReport: declinedDocumentsReportSource,
  assignmentReport: assignmentReportSource,
  submissionStatusReport: submissionStatusReportSource,
  pushedStartReport: pushedStartReportSource,
  completedAssignmentsReport: completedAssignmentsReportSource,
  activeBookedCandidateReport: activeBookedCandidateReportSource,
  earlyTermCancelReport: earlyTermCancelReportSource,
};
