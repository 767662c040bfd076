/** What dashboards can be filtered by, and what people keep there. */
import type { FastifyInstance } from 'fastify';
import { offersChoice } from '../../contract/dashboard';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { departmentOptions, filterOptions } from '../dashboards/options';
import { readPreferences, saveCards, saveStatuses } from '../dashboards/preferences';
import { mayPublish, readSearches, SavedSearches } from '../dashboards/savedSearches';
import type { Queries, Scope } from '../database';
import { ApiError } from '../http/errors';
import type { Services } from '../services';

export function dashboardFilterRoutes(app: FastifyInstance, { endpoints, database, audit }: Services): void {
  const searches = new SavedSearches(audit);

  function inScope<T>(session: SessionStanding, work: (queries: Queries, scope: Scope) => Promise<T>): Promise<T> {
    const scope = sessionScope(session);
    return database.withScope(scope, (queries) => work(queries, scope));
  }

  endpoints.register(app, 'dashboardFilters', ({ query: { dashboard }, session }) =>
    inScope(session, async (queries, scope) => ({
      ...(await filterOptions(queries, scope, new Date())),
      savedFilters: await readSearches(queries, session.userId, dashboard),
      ...(await readPreferences(queries, session.userId)),
      canPublish: await mayPublish(queries, session.userId),
    })),
  );

  endpoints.register(app, 'dashboardDepartments', ({ body: { clientIds }, session }) => {
    if (!offersChoice('departmentIds', session.organizationType)) throw new ApiError('server.unauthorized');
    return inScope(session, async (queries, scope) => ({
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

  endpoints.register(app, 'saveWidgetPreferences', async ({ body: { filter }, session }) => ({
    id: await inScope(session, (queries, scope) => saveCards(queries, scope, filter)),
  }));

  endpoints.register(app, 'saveStatusPreferences', async ({ body: { widgetType, filter }, session }) => ({
    id: await inScope(session, (queries, scope) => saveStatuses(queries, scope, widgetType, filter)),
  }));
}
