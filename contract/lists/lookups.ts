/** Filters whose options come from the database. In its own file, because the home dashboard loads list.ts. */

/** These look-ups hold texts; all others ids. */
const TEXT_LOOKUPS = ['states', 'recruiters', 'reviewers', 'endReasons', 'declineReasons', 'pushedReasons'] as const;

/** The options come from the database, by `listOptions`. */
export type LookupName =
  | 'facilities'
  | 'departments'
  | 'suppliers'
  | 'professions'
  | 'specialties'
  | 'offerings'
  | 'subOfferings'
  | 'salesReps'
  | 'users'
  | (typeof TEXT_LOOKUPS)[number];

/** Whether the values of the look-up are ids; otherwise they are texts. */
export const hasIds = (lookup: LookupName): boolean => !(TEXT_LOOKUPS as readonly LookupName[]).includes(lookup);
