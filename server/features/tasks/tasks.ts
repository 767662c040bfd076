/** Tasks of a managing organization, in the caller's scope. */
import { sql, type RawBuilder } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import type { TaskStatus } from '../../../contract/tasks/tasks.endpoints';
import { alphabeticalOrder, todayOf, type Queries, type Scope } from '../../database';
import { listTable, listWhere } from '../lists/engine';

export type Task = ResponseOf<'taskStatus'>;

/** The user's own and unassigned tasks. */
const concerns = ({ organizationId, userId }: Scope): RawBuilder<boolean> => sql<boolean>`
  t.organization_id = ${organizationId}::uuid and (t.assignee_id is null or t.assignee_id = ${userId}::uuid)`;

const ASSIGNEE = sql`from users u where u.id = t.assignee_id and u.organization_id = t.organization_id`;
const COLUMNS = sql`
  t.id, t.title, t.kind, t.status, t.due_on as "dueOn", t.subject, t.subject_number as "subjectNumber", t.notes,
  case t.subject
    when 'JOB' then (select x.id from jobs x where x.number = t.subject_number and x.tenant_id = t.tenant_id)
    when 'ASSIGNMENT' then (select x.id from assignments x where x.number = t.subject_number and x.tenant_id = t.tenant_id)
    when 'SUBMISSION' then (select x.id from submissions x where x.number = t.subject_number and x.tenant_id = t.tenant_id)
  end as "subjectId",
  (select u.last_name || ', ' || u.first_name ${ASSIGNEE}) as assignee, (select u.id ${ASSIGNEE}) as "assigneeId"`;

interface TaskQuery {
  readonly from: string;
  readonly to: string;
  /** Only tasks that the list has for this facility. */
  readonly clientId: string | undefined;
}

/** By due date, open ones first. */
export async function tasksBetween(
  queries: Queries,
  scope: Scope,
  { from, to, clientId }: TaskQuery,
): Promise<ResponseOf<'tasksBetween'>> {
  const ofFacility =
    clientId === undefined
      ? sql`true`
      : sql`t.id in (select r.id from ${listTable('tasks')} where ${listWhere('tasks', { clientId }, scope)})`;
  const { rows: tasks } = await sql<Task>`
    select ${COLUMNS} from tasks t
    where ${concerns(scope)} and t.due_on between ${from}::date and ${to}::date and ${ofFacility}
    order by t.due_on, t.status desc, ${alphabeticalOrder('t.title')}, t.id`.execute(queries);
  return { today: todayOf(scope), tasks };
}

/** The number of the caller's open tasks that are due today. */
export async function countDueToday(queries: Queries, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from tasks t
    where ${concerns(scope)} and t.status = 'OPEN' and t.due_on = ${todayOf(scope)}::date`.execute(queries);
  return rows[0]?.n ?? 0;
}

/** Null if the organization has no such task. A finished task keeps who finished it and when. */
export async function setTaskStatus(
  queries: Queries,
  { organizationId, userId }: Scope,
  id: string,
  status: TaskStatus,
): Promise<Task | null> {
  const done = sql<boolean>`${status} = 'DONE'`;
  const who = sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${userId}::uuid)`;
  const { rows } = await sql<Task>`
    update tasks t set
      status = ${status},
      done_at = case when ${done} then coalesce(t.done_at, now()) end,
      done_by = case when ${done} then coalesce(t.done_by, ${who}) end
    where t.id = ${id}::uuid and t.organization_id = ${organizationId}::uuid
    returning ${COLUMNS}`.execute(queries);
  return rows[0] ?? null;
}

/** Throws if the scope has no such task. */
export async function readTask(queries: Queries, id: string): Promise<Task> {
  const { rows } = await sql<Task>`select ${COLUMNS} from tasks t where t.id = ${id}::uuid`.execute(queries);
  const [task] = rows;
  if (task === undefined) throw new Error('a task that is locked is not to be read');
  return task;
}
