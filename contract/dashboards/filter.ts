import type { ApplicationType, OrganizationType } from '../base/organizations';
import type { ListName } from '../lists/list';
import type { DashboardFilter } from './filterSchema';

export type { DashboardFilter };

/** The time frames of the options payload. The app offers what the payload lists and knows only the default itself. */
export const TIME_FRAMES = [
  'WEEKLY_LAST_SEVEN_DAYS',
  'MONTHLY_LAST_THIRTY_DAYS',
  'QUARTERLY_LAST_NINETY_DAYS',
  'YEARLY_LAST_TWELVE_MONTHS',
  'YEAR_TO_DATE',
] as const;
export type TimeFrame = (typeof TIME_FRAMES)[number];
export const DEFAULT_TIME_FRAME: TimeFrame = 'MONTHLY_LAST_THIRTY_DAYS';

/** Characters. */
export const SEARCH_NAME_MAX_LENGTH = 50;
/** Values of one selector; also cards shown. */
export const MAX_SELECTED = 8;
/** Dates outside this range are refused. */
export const FIRST_YEAR = 1990;
export const LAST_YEAR = 2100;

/**
 * Which of a dashboard's filters each list can be filtered by. Kept apart from the list definitions, because a
 * dashboard links to lists before any of them is loaded; a test keeps the two consistent.
 */

/** Maps each choice field to the filter of the same meaning in the lists. */
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

/** Other lists have no numbers on dashboards. */
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

/** A supplier never sees other suppliers, nor the sales representative of the managing organization. */
const HIDDEN_FROM: Partial<Readonly<Record<ChoiceFilter, readonly OrganizationType[]>>> = {
  supplier: ['AGENCY'],
  salesRep: ['CLIENT', 'AGENCY'],
};

/** The choice filters of a dashboard that a list also has, without those hidden from this organization type. */
export const choiceFiltersOf = (list: ListName, type: OrganizationType): readonly ChoiceFilter[] =>
  (CHOICE_FILTERS[list] ?? []).filter((filter) => !HIDDEN_FROM[filter]?.includes(type));

/** First and last calendar date, both included, YYYY-MM-DD. A row's own date is that of its facility. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** In the order in which the drawer shows them. */
export const CHOICE_FIELDS = Object.keys(LIST_FILTER_OF) as readonly ChoiceField[];

/** Labels on screen; facilities have their own name for some of them. */
export const CHOICE_LABELS: Readonly<Record<ChoiceField, string>> = {
  clientIds: 'Facility',
  departmentIds: 'Department',
  professionIds: 'Profession',
  specialtyIds: 'Specialty',
  agencyIds: 'Supplier',
  salesRepIds: 'Sales Rep',
  jobTypes: 'Job Type',
  offeringIds: 'Offering',
  subOfferingIds: 'Sub-Offering',
};

const ONLY_FOR: Partial<Record<ChoiceField, readonly ApplicationType[]>> = {
  salesRepIds: ['VMS'],
  agencyIds: ['VMS'],
  departmentIds: ['VMS', 'CLIENT'],
};

/** Whether organizations of this type may filter by this field. */
export const offersChoice = (field: ChoiceField, type: ApplicationType): boolean =>
  ONLY_FOR[field]?.includes(type) ?? true;

export type ListFilters = Readonly<Record<string, readonly string[]>>;

export interface TranslatedFilters {
  /** Filters of the list. */
  readonly filters: ListFilters;
  /** Fields the list cannot be filtered by: its number ignores them, and the card states this. */
  readonly ignoredFilters: readonly (ChoiceField | 'period')[];
}

/**
 * Translates the dashboard's filter into a list's filters. A card's number and the list behind it both use this. `by`
 * is the filter that takes the period: the list's own, or that of another of its dates.
 */
export function translateFilters(
  list: ListName,
  filter: DashboardFilter,
  period: Period | null,
  type: OrganizationType,
  by = 'period',
): TranslatedFilters {
  const known = choiceFiltersOf(list, type);
  const filters: Record<string, readonly string[]> = {};
  const ignoredFilters: (ChoiceField | 'period')[] = [];
  for (const field of CHOICE_FIELDS) {
    const values = filter[field] ?? [];
    if (values.length === 0) continue;
    if (known.includes(LIST_FILTER_OF[field])) filters[LIST_FILTER_OF[field]] = values;
    else ignoredFilters.push(field);
  }
  if (period !== null) {
    if (known.includes('period')) filters[by] = [`${period.from}..${period.to}`];
    else ignoredFilters.push('period');
  }
  return { filters, ignoredFilters };
}
