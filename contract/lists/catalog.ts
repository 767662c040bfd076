/** Every list of the product. Loaded with the first list, never with the sign-in page. */
import {
  auditList,
  broadcastsList,
  changedAddressesList,
  organizationsList,
  rolesList,
  ssoProvidersList,
  supplierUsersList,
} from './admin.list';
import { assignmentsList } from './assignments.list';
import { candidatesList } from './candidates.list';
import { complianceDocumentsList, complianceFilesList } from './compliance.list';
import { facilitiesList } from './facilities.list';
import { invoicesList, reverseInvoicesList } from './invoices.list';
import { jobsList, prnOrdersList } from './jobs.list';
import type { ListDefinition, ListName } from './list';
import { programAssignmentsList, programCandidatesList } from './programs.list';
import { reportLists } from './reports/reportLists';
import { submissionsList } from './submissions.list';
import { suppliersList } from './suppliers.list';
import { tasksList } from './tasks.list';
import { timesheetsList } from './timesheets.list';
import { usersList } from './users.list';

export const lists = {
  facilities: facilitiesList,
  suppliers: suppliersList,
  candidates: candidatesList,
  users: usersList,
  jobs: jobsList,
  prnOrders: prnOrdersList,
  submissions: submissionsList,
  assignments: assignmentsList,
  complianceFiles: complianceFilesList,
  complianceDocuments: complianceDocumentsList,
  timesheets: timesheetsList,
  invoices: invoicesList,
  reverseInvoices: reverseInvoicesList,
  tasks: tasksList,
  supplierUsers: supplierUsersList,
  organizations: organizationsList,
  ssoProviders: ssoProvidersList,
  changedAddresses: changedAddressesList,
  audit: auditList,
  roles: rolesList,
  broadcasts: broadcastsList,
  programCandidates: programCandidatesList,
  programAssignments: programAssignmentsList,
  ...reportLists,
} as const satisfies Record<ListName, ListDefinition>;
export type Lists = typeof lists;
