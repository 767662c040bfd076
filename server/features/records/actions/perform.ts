/**
 * Actions on records, each in one transaction: the row is locked, its version compared and the contract's table
 * checked; then the rows, the timeline's event, the notifications and the audit are written together or not at all.
 */
import { sql } from 'kysely';
import {
  mayAct,
  REQUEST_ID_HOURS,
  UNDO_SECONDS,
  type ActionInput,
  type ActionKind,
  type RecordAction,
} from '../../../../contract/records/action';
import { actsOn, findAction } from '../../../../contract/records/actions';
import type { ActionableRecord, RecordActionResult } from '../../../../contract/records/recordActions.endpoints';
import { ApiError } from '../../../base/errors';
import type { Queries, Scope } from '../../../database';
import { permissionsOf } from '../../../identity/permissions';
import { sessionScope, type CurrentSession } from '../../../platform/session';
import { notifyWatchers } from '../watches';
import { lockRecord, readRecords, type LockedRecord } from './actionRows';
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
import { applyAction, findEffect, type Act } from './applyAction';
import { execute } from './effects';

interface ActionRequest extends Act {
  readonly requestId: string;
}

interface Target {
  readonly recordId: string;
  readonly version: number;
}

/**
 * Performs an action on records, one after the other and each in its own transaction; the results are in their order. A
 * repeated request returns the first answer. After an error it stops: what is done stays done, so the record it failed
 * for and the rest are `refused`, with the sentence of `toPublic`. Throws the error if that is the first record, and
 * ApiError: `server.unauthorized` without the permission, `request.invalid` if a required field is missing.
 */
export async function performAction(
  services: ActionServices,
  caller: Caller,
  wanted: ActionRequest,
  targets: readonly Target[],
  toPublic: (error: unknown) => ApiError,
): Promise<RecordActionResult[]> {
  const { scope, rule, actor } = await prepare(services, caller, wanted);
  assertInput(rule, wanted.input);
  const results: RecordActionResult[] = [];
  try {
    for (const target of targets) {
      results.push(
        await resultOfRefusable(services.database, scope, wanted.kind, target.recordId, (queries) =>
          performOne(services, queries, { ...caller, wanted, target, rule, actor }),
        ),
      );
    }
  } catch (error) {
    if (results.length === 0) throw error;
    const { errorMessage } = toPublic(error).body;
    const rest = targets.slice(results.length).map(() => resultOf('refused', null, errorMessage));
    return [...results, ...rest];
  }
  return results;
}

/**
 * Throws `server.unauthorized` unless the caller may perform this on some record, `request.invalid` for an unknown
 * action.
 */
async function prepare(
  { database }: ActionServices,
  { session }: Caller,
  { kind, action }: Pick<Act, 'kind' | 'action'>,
): Promise<{ readonly scope: Scope; readonly rule: RecordAction; readonly actor: string }> {
  const rule = findAction(kind, action);
  if (rule === undefined)
    throw new ApiError('request.invalid', {
      sentence: 'This record has no such action. Please reload the page to see its actions.',
    });
  const scope = sessionScope(session);
  const actor = await database.withScope(scope, async (queries) => {
    const permissions = await permissionsOf(queries, session.userId);
    if (!mayAct(rule, { organizationType: session.organizationType, permissions })) {
      throw new ApiError('server.unauthorized');
    }
    await execute(
      queries,
      sql`delete from record_actions where user_id = ${session.userId}
        and at < now() - make_interval(hours => ${REQUEST_ID_HOURS}::integer)`,
    );
    const { rows } = await sql<{ name: string }>`
      select first_name || ' ' || last_name as name from users where id = ${session.userId}`.execute(queries);
    return rows[0]?.name ?? session.userName;
  });
  return { scope, rule, actor };
}

/** For users with an action on such records. Throws `server.unauthorized` for others. */
export async function readStates(
  { database }: Pick<ActionServices, 'database'>,
  session: CurrentSession,
  kind: ActionKind,
  recordIds: readonly string[],
): Promise<ActionableRecord[]> {
  return database.withScope(sessionScope(session), async (queries) => {
    const permissions = await permissionsOf(queries, session.userId);
    const actor = { organizationType: session.organizationType, permissions };
    if (!actsOn(kind, actor)) throw new ApiError('server.unauthorized');
    return readRecords(queries, kind, recordIds);
  });
}

/** Exactly the fields that the action requires must be present. */
function assertInput({ fields }: RecordAction, input: ActionInput): void {
  const given = Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const hasAll = Object.keys(fields).every((field) => given.includes(field));
  if (!hasAll || given.some((field) => !Object.hasOwn(fields, field))) {
    throw new ApiError('request.invalid', { sentence: `This action asks for: ${Object.keys(fields).join(', ')}.` });
  }
}

interface Performing extends Caller {
  readonly wanted: ActionRequest;
  readonly target: Target;
  readonly rule: RecordAction;
  readonly actor: string;
}

async function performOne(
  { notifier, audit, bus }: ActionServices,
  queries: Queries,
  { session, client, wanted, target, rule, actor }: Performing,
): Promise<RecordActionResult> {
  const { kind, action, input, requestId } = wanted;
  const record = await lockRecord(queries, kind, target.recordId);
  if (record === undefined) return NOT_FOUND;
  const before = await earlierAnswer(queries, session, wanted, record);
  if (before !== undefined) return before;
  if (record.version !== target.version) return conflictResult(queries, kind, record);
  const events = await applyAction(queries, record, wanted, actor);
  for (const event of events) await publish(notifier, queries, event, session);
  await notifyWatchers(bus, queries, [record.columns]);
  const now = await readLocked(queries, kind, record.recordId);
  const undo = rule.safety === 'undo' ? findEffect(kind, action)?.undo : undefined;
  const columns = Object.fromEntries((undo?.columns ?? []).map((column) => [column, record.columns[column]]));
  await queries
    .insertInto('record_actions')
    .values({
      user_id: session.userId,
      organization_id: session.organizationId,
      request_id: requestId,
      record_id: record.recordId,
      kind,
      action,
      input: JSON.stringify(input),
      version: now.version,
      before: undo === undefined ? null : JSON.stringify(columns),
    })
    .execute();
  await audit.record(queries, {
    event: 'record_action',
    outcome: 'ok',
    reason: `${kind}.${action}`,
    organizationId: session.organizationId,
    userId: session.userId,
    sessionId: session.sessionId,
    details: {
      before: { recordId: record.recordId, version: record.version, state: record.state },
      after: { version: now.version, state: now.state, input },
    },
    client,
  });
  return resultOf('done', now, null, undo === undefined ? null : UNDO_SECONDS);
}

/** The first answer to a repeated request. Throws `request.invalid` if the same id came with other content. */
async function earlierAnswer(
  queries: Queries,
  { userId }: CurrentSession,
  { kind, action, input, requestId }: ActionRequest,
  { recordId }: LockedRecord,
): Promise<RecordActionResult | undefined> {
  const { rows } = await sql<{ isSame: boolean; undone: boolean; undoSeconds: number | null }>`
    select kind = ${kind} and action = ${action} and input = ${JSON.stringify(input)}::jsonb as "isSame",
      undone_at is not null as undone,
      case when before is not null and undone_at is null then
        greatest(0, ${UNDO_SECONDS}::integer - extract(epoch from clock_timestamp() - at))::integer end as "undoSeconds"
    from record_actions
    where user_id = ${userId} and request_id = ${requestId}::uuid and record_id = ${recordId}::uuid`.execute(queries);
  const [known] = rows;
  if (known === undefined) return undefined;
  if (!known.isSame) {
    throw new ApiError('request.invalid', {
      sentence: 'This request was already used for another action. Please reload the page and try again.',
    });
  }
  return resultOf(known.undone ? 'undone' : 'done', await readLocked(queries, kind, recordId), null, known.undoSeconds);
}
