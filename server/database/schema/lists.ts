/** Row types of saved views. */
import type { ColumnType, Generated } from 'kysely';
import type { ListName } from '../../../contract/lists/list';
import type { ListViewSettings } from '../../../contract/lists/views.endpoints';

export interface ListViewsTable {
  id: Generated<string>;
  organization_id: string;
  /** The owner, who alone may change it. */
  user_id: string;
  list: ListName;
  /** Trimmed. */
  name: string;
  /** All users of the organization see it. */
  is_shared: boolean;
  is_default: boolean;
  settings: ColumnType<ListViewSettings, string, string>;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
}

export interface ListTables {
  list_views: ListViewsTable;
}
