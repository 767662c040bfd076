/** Endpoints of lists: pages, totals, filter options and exports. */
import type { FastifyInstance } from 'fastify';
import { lists } from '../../../contract/lists/catalog';
import type { ListDefinition, ListName } from '../../../contract/lists/list';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { requirePermission } from '../../identity/permissions';
import type { Audit, ClientInfo } from '../../platform/audit';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { csvFile } from './csvExport';
import { listGroups } from './groups';
import { planExport, type ExportRequest, type ListExport } from './listExport';
import { listOptions } from './lookups';
import { countList, countSelections, findIds, searchList } from './search';
import { listTotals } from './totals';
import { ListViews, mayShareViews, readViews } from './views';
import { xlsxFile } from './xlsxExport';
import type { RouteServices } from '../../platform/http/registry';
import { untilGone } from '../../platform/http/replies';

/** Throws `server.unauthorized` when the list does not exist for the caller. */
export async function requireList(queries: Queries, list: ListName, scope: Scope): Promise<void> {
  const { anyOf, hiddenFrom }: ListDefinition = lists[list];
  if (scope.userId === null || hiddenFrom?.includes(scope.organizationType)) throw new ApiError('server.unauthorized');
  if (anyOf.length > 0) await requirePermission(queries, scope.userId, anyOf);
}

/** Answers `server.unauthorized` for a list that is not for the caller. */
export function listRoutes(
  app: FastifyInstance,
  { endpoints, database, audit }: RouteServices & { readonly audit: Audit },
): void {
  /** Runs `work` in the caller's scope after checking that they may see the list. */
  function inList<T>(
    session: CurrentSession,
    list: ListName,
    work: (queries: Queries, scope: Scope) => Promise<T>,
  ): Promise<T> {
    const scope = sessionScope(session);
    return database.reading(scope, async (queries) => {
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

  endpoints.register(app, 'listIds', ({ params: { list }, body, session }) =>
    inList(session, list, (queries, scope) => findIds(queries, list, body, scope)),
  );

  endpoints.register(app, 'listCounts', async ({ params: { list }, body, session }) => {
    const totals = await inList(session, list, (queries, scope) => countSelections(queries, list, body, scope));
    return { totals: totals === null ? null : [...totals] };
  });

  endpoints.register(app, 'listTotals', ({ params: { list }, body, session }) =>
    inList(session, list, (queries, scope) => listTotals(queries, list, body, scope)),
  );

  endpoints.register(app, 'listGroups', ({ params: { list }, body, session }) =>
    inList(session, list, async (queries, scope) => {
      const { groups, more } = await listGroups(queries, list, body, scope);
      return { groups, more };
    }),
  );

  endpoints.register(app, 'listOptions', ({ params: { list }, session }) =>
    inList(session, list, (queries, scope) => listOptions(queries, list, scope)),
  );

  const views = new ListViews(audit);

  endpoints.register(app, 'listViews', ({ params: { list }, session }) =>
    inList(session, list, async (queries) => ({
      views: await readViews(queries, list, session.userId),
      mayShare: await mayShareViews(queries, session.userId),
    })),
  );

  /** Like `inList`, in a transaction that may write. */
  function writingIn<T>(
    session: CurrentSession,
    list: ListName,
    work: (queries: Queries, scope: Scope) => Promise<T>,
  ): Promise<T> {
    const scope = sessionScope(session);
    return database.withScope(scope, async (queries) => {
      await requireList(queries, list, scope);
      return work(queries, scope);
    });
  }

  endpoints.register(app, 'saveListView', async ({ params: { list }, body, session, client }) => ({
    id: await writingIn(session, list, (queries, scope) => views.save(queries, list, body, scope, { session, client })),
  }));

  endpoints.register(app, 'deleteListView', async ({ params: { list, viewId }, session, client }) => {
    await writingIn(session, list, (queries) => views.delete(queries, list, viewId, { session, client }));
    return { id: viewId };
  });

  /** Audited before the first row is sent. */
  async function planned(
    list: ListName,
    body: ExportRequest,
    made: Pick<Export, 'format' | 'session' | 'client'>,
  ): Promise<ListExport> {
    const plan = await inList(made.session, list, (queries, scope) => planExport(queries, list, body, scope));
    await database.withScope(sessionScope(made.session), (queries) =>
      recordExport(queries, audit, { plan, body, ...made }),
    );
    return plan;
  }

  endpoints.register(app, 'listExport', async ({ params: { list }, body, session, client }) =>
    csvFile(database, await planned(list, body, { format: 'CSV', session, client }), sessionScope(session)),
  );

  endpoints.register(app, 'listWorkbook', async ({ params: { list }, body, session, client, reply }) => {
    const plan = await planned(list, body, { format: 'XLSX', session, client });
    return xlsxFile(database, plan, sessionScope(session), { userId: session.userId, signal: untilGone(reply) });
  });
}

interface Export {
  readonly plan: ListExport;
  readonly format: string;
  readonly body: ExportRequest;
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

/** Audits who exported which rows. */
export async function recordExport(
  queries: Queries,
  audit: Audit,
  { plan: { list, ids, cut, facilityId }, format, body: { filters = {}, q }, session, client }: Export,
): Promise<void> {
  const narrowed = {
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(q !== undefined && { q }),
    ...(facilityId !== undefined && { clientId: facilityId }),
  };
  await audit.record(queries, {
    event: list === 'audit' ? 'audit_exported' : 'list_exported',
    outcome: 'ok',
    organizationId: session.organizationId,
    userId: session.userId,
    sessionId: session.sessionId,
    details: { after: { list: lists[list].title, format, rows: ids.length, ...(cut && { cut }), ...narrowed } },
    client,
  });
}
