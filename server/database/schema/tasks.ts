import type { ColumnType, Generated } from 'kysely';
import type { TaskKind, TaskStatus, TaskSubject } from '../../../contract/tasks/tasks.endpoints';

type Nullable<T, W = T> = ColumnType<T | null, W | null | undefined, W | null>;

export interface TasksTable {
  id: Generated<string>;
  tenant_id: string;
  organization_id: string;
  /** Null while unassigned. */
  assignee_id: Nullable<string>;
  title: string;
  kind: TaskKind;
  due_on: string;
  status: Generated<TaskStatus>;
  /** Both or neither. */
  subject: Nullable<TaskSubject>;
  subject_number: Nullable<number>;
  notes: Nullable<string>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  /** Set exactly when the status is DONE. */
  done_at: Nullable<Date, Date | string>;
  done_by: Nullable<string>;
}

export interface TaskTables {
  tasks: TasksTable;
}
