/**
 * By which of a dashboard's filters each list behind its numbers is filtered. Beside the lists' definitions, because a
 * dashboard links to lists before the first of them is opened; a test holds both to each other.
 */
import type { ListName } from '../lists/names';
import type { OrganizationType } from '../organizations';

/** The fields that hold chosen values, with the filter that stands for each of them in every list that has it. */
export const LIST_FILTER_OF = {
  clientIds: 'client',
  departmentIds: 'department',
  professionIds: 'profession',
  specialtyIds: 'specialty',
  agencyIds: 'supplier',
  salesRepIds: 'salesRep',
  jobTypes: 'jobType',
  offeringIds: 'offering',
  subOfferingIds: 'subOffering',
} as const;
export type ChoiceField = keyof typeof LIST_FILTER_OF;
export type ChoiceFilter = (typeof LIST_FILTER_OF)[ChoiceField] | 'period';

const ALL: readonly ChoiceFilter[] = [...Object.values(LIST_FILTER_OF), 'period'];
const without = (...left: readonly ChoiceFilter[]) => ALL.filter((filter) => !left.includes(filter));

/** Of the others no number is counted. */
export const CHOICE_FILTERS: Partial<Readonly<Record<ListName, readonly ChoiceFilter[]>>> = {
  jobs: without('supplier'),
  submissions: ALL,
  assignments: ALL,
  complianceFiles: without('period'),
  complianceDocuments: without('period'),
  timesheets: ALL,
  invoices: ['client', 'period'],
  reverseInvoices: ['client', 'supplier', 'period'],
  submittalReport: ALL,
  jobsReport: ALL,
  declinedDocumentsReport: ALL,
  assignmentReport: ALL,
  submissionStatusReport: ALL,
  pushedStartReport: ALL,
  completedAssignmentsReport: ALL,
  activeBookedCandidateReport: ALL,
  earlyTermCancelReport: ALL,
};

/** A supplier never learns of other suppliers, nor who looks after a job at the managing organisation. */
const HIDDEN_FROM: Partial<Readonly<Record<ChoiceFilter, readonly OrganizationType[]>>> = {
  supplier: ['AGENCY'],
  salesRep: ['CLIENT', 'AGENCY'],
};

export const choiceFiltersOf = (list: ListName, type: OrganizationType): readonly ChoiceFilter[] =>
  (CHOICE_FILTERS[list] ?? []).filter((filter) => !HIDDEN_FROM[filter]?.includes(type));
