/** All tables, typed. */
import type { Kysely } from 'kysely';
import type { AccessTables } from './access';
import type { BoardTables } from './board';
import type { BroadcastTables } from './broadcasts';
import type { ChatTables } from './chat';
import type { DashboardTables } from './dashboards';
import type { DomainTables } from './domain';
import type { FactorTables } from './factors';
import type { ListTables } from './lists';
import type { NotificationTables } from './notifications';
import type { RecordTables } from './records';
import type { SsoTables } from './sso';
import type { TaskTables } from './tasks';

export type Schema = AccessTables &
  BoardTables &
  BroadcastTables &
  ChatTables &
  DashboardTables &
  DomainTables &
  FactorTables &
  ListTables &
  NotificationTables &
  RecordTables &
  SsoTables &
  TaskTables;

/** A query builder: the pool itself, or one transaction. */
export type Queries = Kysely<Schema>;
