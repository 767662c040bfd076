/** What a dashboard is filtered by, and how the lists behind its numbers are filtered by the same. */
import type { FromSchema } from 'json-schema-to-ts';
import type { ListName } from '../lists/names';
import type { ApplicationType, OrganizationType } from '../organizations';
import { choiceFiltersOf, LIST_FILTER_OF, type ChoiceField } from './listFilters';

const ids = (description: string) =>
  ({
    type: 'array',
    maxItems: 500,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
    description,
  }) as const;
const day = { type: 'string', format: 'date' } as const;

/** The shapes of the form, as they travel. Every field may be left out; an empty list filters nothing. */
export const DASHBOARD_FILTER_PROPERTIES = {
  clientIds: ids('Facilities.'),
  departmentIds: ids('Departments.'),
  professionIds: ids('Professions.'),
  specialtyIds: ids('Specialties.'),
  agencyIds: ids('Suppliers; for managing organisations only.'),
  salesRepIds: ids('Sales representatives; for managing organisations only.'),
  jobTypes: {
    type: 'array',
    maxItems: 10,
    uniqueItems: true,
    items: { type: 'string', maxLength: 40 },
    description: 'Job types.',
  },
  offeringIds: ids('Offerings.'),
  subOfferingIds: ids('Sub-offerings.'),
  timeFrame: { type: 'string', maxLength: 60, description: 'A value of `timeFrames` of the filter options.' },
  dateRange: {
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: day,
    description: 'First and last day, both included; counts instead of the time frame.',
  },
} as const;

export type DashboardFilter = Readonly<
  FromSchema<{
    readonly type: 'object';
    readonly properties: typeof DASHBOARD_FILTER_PROPERTIES;
    readonly additionalProperties: false;
  }>
>;

/** First and last day in UTC, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const CHOICE_FIELDS = Object.keys(LIST_FILTER_OF) as readonly ChoiceField[];

/** As a person reads it; facilities are what a facility calls its own. */
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

/** Whether this kind of organisation may filter by it at all. */
export const offersChoice = (field: ChoiceField, type: ApplicationType): boolean =>
  ONLY_FOR[field]?.includes(type) ?? true;

export type ListFilters = Readonly<Record<string, readonly string[]>>;

export interface Carried {
  /** For the list. */
  readonly filters: ListFilters;
  /** Fields of the form that mean nothing to this list: its number does not heed them, and the card says so. */
  readonly leftOut: readonly (ChoiceField | 'period')[];
}

/** The dashboard's filter in the words of a list. The number on a card and the list behind it are both made of this. */
export function carriedFilters(
  list: ListName,
  filter: DashboardFilter,
  period: Period | null,
  type: OrganizationType,
): Carried {
  const known = choiceFiltersOf(list, type);
  const filters: Record<string, readonly string[]> = {};
  const leftOut: (ChoiceField | 'period')[] = [];
  for (const field of CHOICE_FIELDS) {
    const values = filter[field] ?? [];
    if (values.length === 0) continue;
    if (known.includes(LIST_FILTER_OF[field])) filters[LIST_FILTER_OF[field]] = values;
    else leftOut.push(field);
  }
  if (period !== null) {
    if (known.includes('period')) filters['period'] = [`${period.from}..${period.to}`];
    else leftOut.push('period');
  }
  return { filters, leftOut };
}
