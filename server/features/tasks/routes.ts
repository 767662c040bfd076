/** Endpoints of tasks, which only managing organizations have. */
import type { FastifyInstance } from 'fastify';
import { TASK_RANGE_MAX_DAYS } from '../../../contract/tasks/tasks.endpoints';
import { daysIn } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { sessionScope, type CurrentSession } from '../../platform/session';
import type { DomainEvent } from '../notifications/events';
import type { Notifier } from '../notifications/notifier';
import { assignTask, taskPeople } from './assignment';
import { countDueToday, setTaskStatus, tasksBetween } from './tasks';
import type { RouteServices } from '../../platform/http/registry';

/** Answers `server.unauthorized` outside managing organizations, `request.invalid` for too long a range of days. */
export function taskRoutes(
  app: FastifyInstance,
  { endpoints, database, notifier }: RouteServices & { readonly notifier: Notifier },
): void {
  async function asManager<T>(
    session: CurrentSession,
    work: (queries: Queries, scope: Scope) => Promise<T>,
  ): Promise<T> {
    if (session.organizationType !== 'VMS') throw new ApiError('server.unauthorized');
    const scope = sessionScope(session);
    return database.withScope(scope, (queries) => work(queries, scope));
  }

  endpoints.register(app, 'tasksBetween', ({ query: { from, to, clientId }, session }) =>
    asManager(session, async (queries, scope) => {
      assertRange(from, to);
      return tasksBetween(queries, scope, { from, to, clientId });
    }),
  );

  endpoints.register(app, 'tasksDueToday', async ({ session }) => ({
    count: await asManager(session, countDueToday),
  }));

  endpoints.register(app, 'taskStatus', async ({ params: { taskId }, body: { status }, session }) => {
    const task = await asManager(session, (queries, scope) => setTaskStatus(queries, scope, taskId, status));
    if (task === null) throw new ApiError('not.found');
    return task;
  });

  endpoints.register(app, 'taskPeople', ({ session }) =>
    asManager(session, (queries, scope) => taskPeople(queries, scope, session.userId)),
  );

  endpoints.register(app, 'assignTask', ({ params: { taskId }, body: wanted, session }) =>
    asManager(session, (queries, scope) => {
      const { userId, organizationType } = session;
      const publish = (event: DomainEvent) => notifier.publish(queries, event, { organizationType, actorId: userId });
      return assignTask(queries, scope, { taskId, wanted, userId, publish });
    }),
  );
}

function assertRange(from: string, to: string): void {
  const days = daysIn({ from, to });
  if (days >= 1 && days <= TASK_RANGE_MAX_DAYS) return;
  throw new ApiError('request.invalid', {
    sentence: `Please ask for 1 to ${TASK_RANGE_MAX_DAYS} days, the first one not after the last.`,
  });
}
