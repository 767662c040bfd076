/** Endpoints of dashboard filters, saved searches and card preferences, and of the batch of all cards. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { BATCH_AT_ONCE } from '../../../contract/dashboards/batch.endpoints';
import { offersChoice } from '../../../contract/dashboards/filter';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { publicError } from '../../platform/http/errorHandler';
import { streamLines } from '../../platform/http/replies';
import { readPreferences, saveCards, saveStatuses } from './cardPreferences';
import { departmentOptions, filterOptions } from './filterOptions';
import { storeQuery, storedQuery } from './storedQueries';
import { SavedSearches, mayPublish, readSearches } from './savedSearches';
import type { Audit } from '../../platform/audit';
import type { RouteServices } from '../../platform/http/registry';

interface DashboardRouteServices extends RouteServices {
  readonly audit: Audit;
}

/** Filter options and saved searches of all dashboards. */
export function dashboardFilterRoutes(
  app: FastifyInstance,
  { endpoints, database, audit }: DashboardRouteServices,
): void {
  const searches = new SavedSearches(audit);

  function inScope<T>(session: CurrentSession, work: (queries: Queries, scope: Scope) => Promise<T>): Promise<T> {
    const scope = sessionScope(session);
    return database.withScope(scope, (queries) => work(queries, scope));
  }

  function reading<T>(session: CurrentSession, work: (queries: Queries, scope: Scope) => Promise<T>): Promise<T> {
    const scope = sessionScope(session);
    return database.reading(scope, (queries) => work(queries, scope));
  }

  endpoints.register(app, 'dashboardFilters', ({ query: { dashboard }, session }) =>
    reading(session, async (queries, scope) => ({
      ...(await filterOptions(queries, scope)),
      savedFilters: await readSearches(queries, session.userId, dashboard),
      ...(await readPreferences(queries, session.userId)),
      canPublish: await mayPublish(queries, session.userId),
    })),
  );

  endpoints.register(app, 'dashboardDepartments', ({ body: { clientIds }, session }) => {
    if (!offersChoice('departmentIds', session.organizationType)) throw new ApiError('server.unauthorized');
    return reading(session, async (queries, scope) => ({
      departments: await departmentOptions(queries, scope, clientIds),
    }));
  });

  endpoints.register(app, 'saveDashboardFilter', async ({ body, session, client }) => ({
    id: await inScope(session, (queries) => searches.save(queries, body, { session, client })),
  }));

  endpoints.register(app, 'deleteDashboardFilter', async ({ params: { id }, session, client }) => {
    await inScope(session, (queries) => searches.delete(queries, id, { session, client }));
    return { id };
  });

  endpoints.register(app, 'storeQuery', async ({ body, session }) => ({
    id: await inScope(session, (queries, scope) => storeQuery(queries, scope, body)),
  }));

  endpoints.register(app, 'storedQuery', async ({ params: { id }, session }) => ({
    search: await inScope(session, (queries, scope) => storedQuery(queries, scope, id)),
  }));

  endpoints.register(app, 'saveWidgetPreferences', async ({ body, session }) => ({
    id: await inScope(session, (queries, scope) => saveCards(queries, scope, body)),
  }));

  endpoints.register(app, 'saveStatusPreferences', async ({ body, session }) => ({
    id: await inScope(session, (queries, scope) => saveStatuses(queries, scope, body)),
  }));
}

/** All cards of a dashboard in one request. */
export function dashboardBatchRoute(app: FastifyInstance, { endpoints }: DashboardRouteServices): void {
  endpoints.register(app, 'dashboardBatch', async ({ body: { calls, filter = {} }, ...context }) => {
    const tasks = calls.map(({ call, body = {} }, index) => async (): Promise<string> => {
      try {
        const answer = await endpoints.answerWithin(context, call, { ...filter, ...body });
        return `{"index":${index},"status":200,"body":${answer}}`;
      } catch (error) {
        const { status, body: apiError } = publicError(error as FastifyError, context.request);
        return JSON.stringify({ index, status, error: apiError });
      }
    });
    return streamLines(tasks, BATCH_AT_ONCE);
  });
}
