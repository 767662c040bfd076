/** Row types of what people keep on dashboards. */
import type { ColumnType, Generated } from 'kysely';
import type { SubmissionStatus } from '../../../contract/statuses';
import type { Dashboard } from '../../../contract/dashboardFilters.endpoints';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;

export interface SavedSearchesTable {
  id: Generated<string>;
  organization_id: string;
  /** Who saved it, and alone may change it. */
  user_id: string;
  dashboard: Dashboard;
  /** Trimmed. */
  search_name: string;
  is_public: Generated<boolean>;
  is_default: Generated<boolean>;
  /** JSON text as it was given; nothing here reads it. */
  filter: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface DashboardPreferencesTable {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  /** A card, whose statuses they are; empty for the arrangement of the cards. */
  widget_type: string;
  /** JSON text as it was given. */
  filter: string;
  updated_at: Instant;
}

/** How many submissions of a day are in each status. The database keeps it; the server only reads. */
export type SubmissionDaysTable = {
  readonly tenant_id: string;
  readonly kind: 'PROGRAMME' | 'CLIENT' | 'AGENCY';
  readonly party_id: string;
  /** In UTC. */
  readonly day: string;
} & { readonly [S in SubmissionStatus as Lowercase<S>]: number };

export interface DashboardTables {
  saved_searches: SavedSearchesTable;
  dashboard_preferences: DashboardPreferencesTable;
  submission_days: SubmissionDaysTable;
}
