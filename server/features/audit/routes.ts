/** The audit as lines of JSON. Its rows and its CSV are those of a list. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LIST_EXPORT_MAX_ROWS } from '../../../contract/lists/list';
import { todayOf, type Database, type Scope } from '../../database';
import type { Audit } from '../../platform/audit';
import type { RouteServices } from '../../platform/http/registry';
import { sessionScope } from '../../platform/session';
import { planExport } from '../lists/listExport';
import { recordExport, requireList } from '../lists/routes';
import { linesOf } from './auditLines';

/** Answers `server.unauthorized` to those who may not see the audit. */
export function auditRoutes(
  app: FastifyInstance,
  { endpoints, database, audit }: RouteServices & { readonly audit: Audit },
): void {
  endpoints.register(app, 'auditLines', async ({ body, session, client }) => {
    const scope = sessionScope(session);
    const { ids, cut } = await database.withScope(scope, async (queries) => {
      await requireList(queries, 'audit', scope);
      const plan = await planExport(queries, 'audit', body, scope);
      await recordExport(queries, audit, { plan, format: 'JSON lines', body, session, client });
      return plan;
    });
    const content = Readable.from(linesText(database, ids, scope), { objectMode: false });
    return { fileName: `Audit ${todayOf(scope)}${cut ? cutText(body.sort) : ''}.jsonl`, content };
  });
}

/** In the name of a file without all events: each of its lines is an event. The list is sorted by time only. */
const cutText = (sort = '-at'): string =>
  `, ${sort.startsWith('-') ? 'newest' : 'oldest'} ${LIST_EXPORT_MAX_ROWS.toLocaleString('en-US')} only`;

async function* linesText(
  database: Pick<Database, 'withScope'>,
  ids: readonly string[],
  scope: Scope,
): AsyncGenerator<string> {
  for await (const lines of linesOf(database, ids, scope)) {
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}
