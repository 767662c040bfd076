/** Every table, typed. */
import type { Kysely } from 'kysely';
import type { AccessTables } from './access';
import type { BroadcastTables } from './broadcasts';
import type { DashboardTables } from './dashboards';
import type { DomainTables } from './domain';
import type { NotificationTables } from './notifications';
import type { SsoTables } from './sso';
import type { TaskTables } from './tasks';

export type Schema = AccessTables &
  BroadcastTables &
  DashboardTables &
  DomainTables &
  NotificationTables &
  SsoTables &
  TaskTables;

/** What queries are built on: the pool itself, or one transaction of it. */
export type Queries = Kysely<Schema>;
