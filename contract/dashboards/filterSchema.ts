/** The dashboard filter as it is sent. Kept apart from its rules: the app needs those, but not the schema. */
import type { FromSchema } from 'json-schema-to-ts';
import { DATE } from '../base/schemas';

const ids = (description: string) =>
  ({
    type: 'array',
    maxItems: 500,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
    description,
  }) as const;

/** The filter form as it is sent. Every field may be left out; an empty list filters nothing. */
export const DASHBOARD_FILTER_PROPERTIES = {
  clientIds: ids('Facilities.'),
  departmentIds: ids('Departments.'),
  professionIds: ids('Professions.'),
  specialtyIds: ids('Specialties.'),
  agencyIds: ids('Suppliers; for managing organizations only.'),
  salesRepIds: ids('Sales representatives; for managing organizations only.'),
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
    items: DATE,
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
