/** The tasks of managing organisations; nobody else has any. */
import type { FastifyInstance } from 'fastify';
import { TASK_RANGE_MAX_DAYS } from '../../contract';
import { sessionScope, type SessionStanding } from '../access/lookups';
import type { Queries, Scope } from '../database';
import { ApiError } from '../http/errors';
import type { Services } from '../services';
import { countDueToday, setTaskStatus, tasksBetween } from '../tasks/tasks';

const DAY_MS = 86_400_000;

export function taskRoutes(app: FastifyInstance, { endpoints, database }: Services): void {
  function asManager<T>(session: SessionStanding, work: (queries: Queries, scope: Scope) => Promise<T>): Promise<T> {
    if (session.organizationType !== 'VMS') throw new ApiError('server.unauthorized');
    const scope = sessionScope(session);
    return database.withScope(scope, (queries) => work(queries, scope));
  }

  endpoints.register(app, 'tasksBetween', async ({ query: { from, to }, session }) => {
    assertRange(from, to);
    return asManager(session, (queries, scope) => tasksBetween(queries, scope, from, to));
  });

  endpoints.register(app, 'tasksDueToday', async ({ session }) => ({
    count: await asManager(session, countDueToday),
  }));

  endpoints.register(app, 'taskStatus', async ({ params: { taskId }, body: { status }, session }) => {
    const task = await asManager(session, (queries, scope) => setTaskStatus(queries, scope, taskId, status));
    if (task === null) throw new ApiError('not.found');
    return task;
  });
}

function assertRange(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days >= 0 && days < TASK_RANGE_MAX_DAYS) return;
  throw new ApiError('request.invalid', {
    sentence: `Please ask for 1 to ${TASK_RANGE_MAX_DAYS} days, the first one not after the last.`,
  });
}
