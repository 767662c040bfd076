/** Lists of everything: pages, totals, filter values, and files of them. */
import type { FastifyInstance } from 'fastify';
import type { ListName } from '../../contract/lists';
import { sessionScope, type SessionStanding } from '../access/lookups';
import type { Queries, Scope } from '../database';
import { requireList } from '../lists/access';
import { exportFile, planExport } from '../lists/export';
import { listOptions } from '../lists/lookups';
import { countList, searchList } from '../lists/search';
import type { Services } from '../services';

export function listRoutes(app: FastifyInstance, { endpoints, database }: Services): void {
  /** In the caller's scope, once it is clear that the list is theirs to see. */
  function inList<T>(
    session: SessionStanding,
    list: ListName,
    work: (queries: Queries, scope: Scope) => Promise<T>,
  ): Promise<T> {
    const scope = sessionScope(session);
    return database.withScope(scope, async (queries) => {
      await requireList(queries, list, scope);
      return work(queries, scope);
    });
  }

  endpoints.register(app, 'listSearch', ({ params: { list }, body, session }) =>
    inList(session, list, (queries, scope) => searchList(queries, list, body, scope)),
  );

  endpoints.register(app, 'listTotal', async ({ params: { list }, body, session }) => ({
    total: await inList(session, list, (queries, scope) => countList(queries, list, body, scope)),
  }));

  endpoints.register(app, 'listOptions', ({ params: { list }, session }) =>
    inList(session, list, (queries, scope) => listOptions(queries, list, scope)),
  );

  endpoints.register(app, 'listExport', async ({ params: { list }, body, session }) => {
    const plan = await inList(session, list, (queries, scope) => planExport(queries, list, body, scope));
    return exportFile(database, list, plan, sessionScope(session), new Date());
  });
}
