/** Giving tasks to people. */
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import { alphabeticalOrder, type Queries, type Scope } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import type { DomainEvent } from '../notifications/events';
import { readTask } from './tasks';

type Assigned = ResponseOf<'assignTask'>;

interface Assigning {
  readonly taskId: string;
  readonly wanted: BodyOf<'assignTask'>;
  readonly userId: string;
  readonly publish: (event: DomainEvent) => Promise<unknown>;
}

const mayAssignOthers = async (queries: Queries, userId: string): Promise<boolean> =>
  (await permissionsOf(queries, userId)).includes('TASK_ASSIGN');

/** The people whom the caller may give tasks to, by name; those of the same name with their user names. */
export async function taskPeople(queries: Queries, { organizationId }: Scope, userId: string) {
  const isAny = await mayAssignOthers(queries, userId);
  const { rows: people } = await sql<{ value: string; label: string }>`
    select id as value, last_name || ', ' || first_name
      || case when count(*) over (partition by last_name, first_name) > 1 then ' (' || user_name || ')' else '' end as label
    from users
    where organization_id = ${organizationId}::uuid and disabled_at is null and (${isAny}::boolean or id = ${userId}::uuid)
    order by ${alphabeticalOrder('last_name', 'first_name')}, id`.execute(queries);
  return { people, me: userId };
}

/**
 * Throws `not.found` for a task or a person that the organization does not have, `server.unauthorized` without the
 * permission, `conflict` if the task is done or its assignee has changed in the meantime, which is checked first.
 */
export async function assignTask(
  queries: Queries,
  { organizationId }: Scope,
  { taskId, wanted, userId, publish }: Assigning,
): Promise<Assigned> {
  const to = wanted.userId ?? null;
  const { rows } = await sql<{ formerly: string | null; title: string; status: string; dueOn: string }>`
    select assignee_id as formerly, title, status, due_on as "dueOn" from tasks
    where id = ${taskId}::uuid and organization_id = ${organizationId}::uuid for update`.execute(queries);
  const [before] = rows;
  if (before === undefined) throw new ApiError('not.found');
  const { formerly } = before;
  // Checked before the permission: the user may have been allowed to take the task as they saw it. No conflict if it
  // has the wanted assignee already, as after a request whose answer was lost.
  if (wanted.replaces !== undefined && wanted.replaces !== formerly && formerly !== to) {
    throw new ApiError('conflict', {
      sentence: 'Another user has changed who this task is assigned to. Please reload and try again.',
    });
  }
  const isOwnAssignment = (formerly === null || formerly === userId) && (to === null || to === userId);
  if (!isOwnAssignment && !(await mayAssignOthers(queries, userId))) {
    throw new ApiError('server.unauthorized', {
      sentence: 'You may only take unassigned tasks, and give back your own. Please ask a person who may assign tasks.',
    });
  }
  if (to !== null && !(await isColleague(queries, organizationId, to))) throw new ApiError('not.found');
  if (before.status === 'DONE') {
    throw new ApiError('conflict', { sentence: 'This task is done. Reopen it before you assign it.' });
  }
  if (to !== formerly) {
    await queries.updateTable('tasks').set({ assignee_id: to }).where('id', '=', taskId).execute();
    const { title, dueOn } = before;
    if (to !== null && to !== userId && (await claimIfDue(queries, taskId, to)))
      await publish({ kind: 'task', what: 'TASK_DUE', taskId, title, userId: to, dueOn });
  }
  return { task: await readTask(queries, taskId), formerly };
}

/**
 * Whether the task is due where its assignee is, or was where a former assignee is, who has been reminded. Then the
 * reminder job does not notify them of it a second time; until then the notification is left to that job.
 */
async function claimIfDue(queries: Queries, taskId: string, assigneeId: string): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    with task as (
      select id, due_on from tasks where id = ${taskId}::uuid
    ), due as (
      select id, due_on from task
      where due_on <= notification_day_of(${assigneeId}::uuid, now())
        or exists (
          select from notification_reminders r
          where r.sub_category_code = 'TASK_DUE' and r.subject_id = task.id and r.occasion = task.due_on::text)
    ), claimed as (
      insert into notification_reminders (tenant_id, sub_category_code, subject_id, occasion)
      select (select app_tenant_id()), 'TASK_DUE', id, due_on::text from due on conflict do nothing
    )
    select exists (select from due) as "isDue"`.execute(queries);
  return rows[0]?.isDue ?? false;
}

async function isColleague(queries: Queries, organizationId: string, userId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('users')
    .where('id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('disabled_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
