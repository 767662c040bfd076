/** Undoes an action in one transaction: within a few seconds, by the same user, if the record has not changed since. */
import { sql, type RawBuilder } from 'kysely';
import { mayAct, UNDO_GRACE_SECONDS, UNDO_SECONDS, type ActionKind } from '../../../../contract/records/action';
import { findAction, undoOf } from '../../../../contract/records/actions';
import type { RecordActionResult } from '../../../../contract/records/recordActions.endpoints';
import { ApiError } from '../../../base/errors';
import type { Queries } from '../../../database';
import { permissionsOf } from '../../../identity/permissions';
import { sessionScope } from '../../../platform/session';
import { notifyWatchers } from '../watches';
import { ACTION_TABLES, lockRecord } from './actionRows';
import {
  conflictResult,
  NOT_FOUND,
  publish,
  readLocked,
  resultOfRefusable,
  resultOf,
  type ActionServices,
  type Caller,
} from './actionResults';
import { findEffect } from './applyAction';
import { ActionRefused, execute, labelEvents, stopLabelingEvents } from './effects';

/** Undoes one's own action. Throws `server.unauthorized` without the permission that the action needs. */
export async function undoAction(
  services: ActionServices,
  caller: Caller,
  kind: ActionKind,
  { requestId, recordId }: { readonly requestId: string; readonly recordId: string },
): Promise<RecordActionResult> {
  const scope = sessionScope(caller.session);
  return resultOfRefusable(services.database, scope, kind, recordId, (queries) =>
    undoOne(services, queries, caller, { kind, requestId, recordId }),
  );
}

interface Undoing {
  readonly kind: ActionKind;
  readonly requestId: string;
  readonly recordId: string;
}

async function undoOne(
  { notifier, audit, bus }: ActionServices,
  queries: Queries,
  { session, client }: Caller,
  { kind, requestId, recordId }: Undoing,
): Promise<RecordActionResult> {
  const record = await lockRecord(queries, kind, recordId);
  if (record === undefined) return NOT_FOUND;
  const done = await queries
    .selectFrom('record_actions')
    .where('user_id', '=', session.userId)
    .where('request_id', '=', requestId)
    .where('record_id', '=', recordId)
    .where('kind', '=', kind)
    .select(['action', 'version', 'before', 'undone_at'])
    .select(
      sql<boolean>`at < now() - make_interval(secs => ${UNDO_SECONDS + UNDO_GRACE_SECONDS}::integer)`.as('isLate'),
    )
    .executeTakeFirst();
  if (done === undefined) return NOT_FOUND;
  // The permission may have been taken away since the action.
  const rule = findAction(kind, done.action);
  const permissions = await permissionsOf(queries, session.userId);
  if (rule === undefined || !mayAct(rule, { organizationType: session.organizationType, permissions }))
    throw new ApiError('server.unauthorized');
  if (done.undone_at !== null) return resultOf('undone', await readLocked(queries, kind, recordId));
  const undo = findEffect(kind, done.action)?.undo;
  if (undo === undefined || done.before === null) {
    throw new ActionRefused('This action cannot be undone. Please change the record instead.');
  }
  if (done.isLate)
    throw new ActionRefused(
      `It could be undone for ${UNDO_SECONDS} seconds only, and they have passed. Please change the record instead.`,
    );
  if (record.version !== done.version) return conflictResult(queries, kind, record);

  await labelEvents(queries, undoOf(done.action), undefined);
  await restore(queries, kind, recordId, undo.columns, done.before);
  const events = (await undo.also?.({ queries, record, input: {}, actor: '' })) ?? [];
  await stopLabelingEvents(queries);
  for (const event of events) await publish(notifier, queries, event, session);
  await notifyWatchers(bus, queries, [record.columns]);
  await execute(
    queries,
    sql`update record_actions set undone_at = now()
      where user_id = ${session.userId} and request_id = ${requestId}::uuid and record_id = ${recordId}::uuid`,
  );
  const now = await readLocked(queries, kind, recordId);
  await audit.record(queries, {
    event: 'record_action_undone',
    outcome: 'ok',
    reason: `${kind}.${done.action}`,
    organizationId: session.organizationId,
    userId: session.userId,
    sessionId: session.sessionId,
    details: { after: { recordId, version: now.version, state: now.state } },
    client,
  });
  return resultOf('undone', now);
}

function restore(
  queries: Queries,
  kind: ActionKind,
  recordId: string,
  columns: readonly string[],
  before: Readonly<Record<string, unknown>>,
): Promise<void> {
  const table = sql.table(ACTION_TABLES[kind]);
  const set: RawBuilder<unknown>[] = columns.map((column) => sql`${sql.ref(column)} = was.${sql.ref(column)}`);
  return execute(
    queries,
    sql`update ${table} r set ${sql.join(set)}
      from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb) was where r.id = ${recordId}::uuid`,
  );
}
