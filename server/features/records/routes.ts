/** Endpoints of records: each with the counts of its tabs, its tables and its timeline. */
import type { FastifyInstance } from 'fastify';
import { visibleTo, type ListRow } from '../../../contract/lists/list';
import type { RecordKind } from '../../../contract/records/kinds';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import type { RouteServices } from '../../platform/http/registry';
import { requirePermission } from '../../identity/permissions';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { countTabs, definitionOf, mayList, openRecord, type OpenedRecord } from './engine';
import { findRecords } from './find';
import { TABLES } from './tables';
import { weeklySchedule } from './weeklySchedule';
import { timelineOf } from './timeline';
import { watchRecord } from './watches';

/** Answers `not.found` for records that do not exist and for those of others. */
export function recordRoutes(app: FastifyInstance, { endpoints, database }: RouteServices): void {
  /** Runs `work` in the caller's scope on a record that they may see. */
  function onRecord<T>(
    session: CurrentSession,
    { kind, recordId }: { readonly kind: RecordKind; readonly recordId: string },
    work: (queries: Queries, record: OpenedRecord, scope: Scope) => Promise<T>,
    within: 'withScope' | 'withUnreadWrites' = 'withScope',
  ): Promise<T> {
    const scope = sessionScope(session);
    return database[within](scope, async (queries) =>
      work(queries, await openRecord(queries, kind, recordId, scope), scope),
    );
  }

  endpoints.register(app, 'recordRead', ({ params, session }) =>
    onRecord(
      session,
      params,
      async (queries, record, scope) => {
        const { kind, id, version, row } = record;
        await watchRecord(queries, id);
        return { kind, id, version, row, counts: await countTabs(queries, record, scope) };
      },
      'withUnreadWrites',
    ),
  );

  endpoints.register(app, 'recordsFound', ({ query: { q }, session }) => {
    const scope = sessionScope(session);
    return database.withScope(scope, async (queries) => ({ records: await findRecords(queries, q, scope) }));
  });

  endpoints.register(app, 'recordTable', ({ params, query: { recruiterId }, session }) =>
    onRecord(session, params, async (queries, { kind, id, held }, scope) => {
      const tab = definitionOf(kind).tabs[params.table];
      const read = TABLES[kind]?.[params.table];
      if (tab?.show !== 'table' || read === undefined) throw new ApiError('not.found');
      if (tab.of !== undefined && !mayList(tab.of, held, scope)) throw new ApiError('server.unauthorized');
      const hidden = Object.entries(tab.columns).filter(([, column]) => !visibleTo(scope.organizationType)(column));
      const rows = (await read(queries, id, scope, recruiterId)).map((row) =>
        without(
          row,
          hidden.map(([name]) => name),
        ),
      );
      return { rows };
    }),
  );

  endpoints.register(app, 'weeklySchedule', ({ query, session }) => {
    const scope = sessionScope(session);
    const isOfOthers =
      session.organizationType === 'OWNER' || (query.kind === 'IRP' && session.organizationType === 'AGENCY');
    if (isOfOthers) throw new ApiError('server.unauthorized');
    return database.reading(scope, async (queries) => {
      await requirePermission(queries, session.userId, ['SUBMENU_PRN_WEEKLY_SCHEDULE']);
      return weeklySchedule(queries, query, scope);
    });
  });

  endpoints.register(app, 'recordTimeline', ({ params, query: { after }, session }) =>
    onRecord(session, params, (queries, record, scope) => timelineOf(queries, record, after, scope)),
  );
}

const without = (row: ListRow, names: readonly string[]): ListRow =>
  names.length === 0
    ? row
    : (Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as ListRow);
