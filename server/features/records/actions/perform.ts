/**
 * Acting on a record, in one transaction: the row is locked, its version compared, the table of the contract asked, and
 * then the rows, the event of the timeline, the notifications and the audit are written together or not at all.
 */
import { sql, type RawBuilder } from 'kysely';
import {
  actsOn,
  findAction,
  isIn,
  mayAct,
  REQUEST_ID_HOURS,
  UNDO_GRACE_SECONDS,
  UNDO_SECONDS,
  type ActionInput,
  type ActionKind,
  type RecordAction,
} from '../../../../contract/records/actions';
import type { ActionableRecord, RecordActionResult } from '../../../../contract/records/recordActions.endpoints';
import { ApiError } from '../../../base/errors';
import type { Database, Queries, Scope } from '../../../database';
import { permissionsOf } from '../../../identity/permissions';
import type { Audit, ClientInfo } from '../../../platform/audit';
import { sessionScope, type CurrentSession } from '../../../platform/session';
import type { DomainEvent } from '../../notifications/events';
import type { Notifier } from '../../notifications/notifier';
import { ACTION_TABLES, lockRecord, readRecords, type LockedRecord } from './actionRows';
import { assignmentEffects } from './assignments.effects';
import { documentEffects } from './documents.effects';
import { ActionRefused, change, nameEvents, nameNoEvents, type ActionEffect } from './effects';
import { jobEffects } from './jobs.effects';
import { submissionEffects } from './submissions.effects';
import { timesheetEffects } from './timesheets.effects';

const EFFECTS: Readonly<Record<ActionKind, Readonly<Record<string, ActionEffect>>>> = {
  job: jobEffects,
  submission: submissionEffects,
  assignment: assignmentEffects,
  document: documentEffects,
  timesheet: timesheetEffects,
};

/** Of each kind the actions that the server can do; a test compares them with the contract's. */
export const EFFECT_NAMES: Readonly<Record<ActionKind, readonly string[]>> = {
  job: Object.keys(jobEffects),
  submission: Object.keys(submissionEffects),
  assignment: Object.keys(assignmentEffects),
  document: Object.keys(documentEffects),
  timesheet: Object.keys(timesheetEffects),
};

interface Act {
  readonly kind: ActionKind;
  readonly action: string;
  readonly input: ActionInput;
}

/**
 * Does an action to a locked record, whoever acts, and returns the events to publish. Throws ActionRefused where its
 * state or its rows do not allow it.
 */
export async function applyAction(
  queries: Queries,
  record: LockedRecord,
  { kind, action, input }: Act,
  actor: string,
): Promise<readonly DomainEvent[]> {
  const rule = findAction(kind, action);
  const effect = EFFECTS[kind][action];
  if (rule === undefined || effect === undefined) throw new Error(`no action ${action} of ${kind}`);
  if (!isIn(rule, record.state))
    throw new ActionRefused(`${rule.label}: ${record.name} is not in a state for this any more.`);
  await nameEvents(queries, action, effect.note?.(input) ?? input.reason);
  const events = await effect.act({ queries, record, input, actor });
  await nameNoEvents(queries);
  return events;
}

export interface ActionServices {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly audit: Audit;
}

interface Caller {
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

interface Wanted extends Act {
  readonly requestId: string;
}

interface Target {
  readonly recordId: string;
  readonly version: number;
}

/**
 * Does an action to records, one after the other and each in its own transaction; the results are in their order. A
 * request that was answered before is not done again. Throws ApiError: `server.unauthorized` for whom the action is not,
 * `request.invalid` where something that it asks for is missing.
 */
export async function performAction(
  services: ActionServices,
  caller: Caller,
  wanted: Wanted,
  targets: readonly Target[],
): Promise<RecordActionResult[]> {
  const { scope, rule, actor } = await prepare(services, caller, wanted);
  assertInput(rule, wanted.input);
  const results: RecordActionResult[] = [];
  for (const target of targets) {
    results.push(
      await refusable(services.database, scope, wanted.kind, target.recordId, (queries) =>
        performOne(services, queries, { ...caller, wanted, target, rule, actor }),
      ),
    );
  }
  return results;
}

/** Throws `server.unauthorized` unless the caller may do this to some record, `request.invalid` for an unknown action. */
async function prepare(
  { database }: ActionServices,
  { session }: Caller,
  { kind, action }: Pick<Act, 'kind' | 'action'>,
): Promise<{ readonly scope: Scope; readonly rule: RecordAction; readonly actor: string }> {
  const rule = findAction(kind, action);
  if (rule === undefined) throw new ApiError('request.invalid', { sentence: 'This record has no such action.' });
  const scope = sessionScope(session);
  const actor = await database.withScope(scope, async (queries) => {
    const permissions = await permissionsOf(queries, session.userId);
    if (!mayAct(rule, { organizationType: session.organizationType, permissions })) {
      throw new ApiError('server.unauthorized');
    }
    await change(
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

/** For whoever may do something to such records; throws `server.unauthorized` for others. */
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

/** What is asked must be there, and nothing else. */
function assertInput({ asks }: RecordAction, input: ActionInput): void {
  const given = Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const isWhole = Object.keys(asks).every((field) => given.includes(field));
  if (!isWhole || given.some((field) => !Object.hasOwn(asks, field))) {
    throw new ApiError('request.invalid', { sentence: `This action asks for: ${Object.keys(asks).join(', ')}.` });
  }
}

/** Runs a transaction. A refusal rolls it back and is the result, with the record as it is. */
async function refusable(
  database: Database,
  scope: Scope,
  kind: ActionKind,
  recordId: string,
  work: (queries: Queries) => Promise<RecordActionResult>,
): Promise<RecordActionResult> {
  try {
    return await database.withScope(scope, work);
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    const [record] = await database.withScope(scope, (queries) => readRecords(queries, kind, [recordId]));
    return resultOf('refused', record ?? null, error.message);
  }
}

function resultOf(
  outcome: RecordActionResult['outcome'],
  record: ActionableRecord | null,
  sentence: string | null = null,
  undoSeconds: number | null = null,
): RecordActionResult {
  return { outcome, sentence, record, undoSeconds };
}

const NOT_FOUND = resultOf('notFound', null, 'This does not exist, or you may not see it.');

interface Performing extends Caller {
  readonly wanted: Wanted;
  readonly target: Target;
  readonly rule: RecordAction;
  readonly actor: string;
}

async function performOne(
  { notifier, audit }: ActionServices,
  queries: Queries,
  { session, client, wanted, target, rule, actor }: Performing,
): Promise<RecordActionResult> {
  const { kind, action, input, requestId } = wanted;
  const record = await lockRecord(queries, kind, target.recordId);
  if (record === undefined) return NOT_FOUND;
  const before = await earlierAnswer(queries, session, wanted, record);
  if (before !== undefined) return before;
  if (record.version !== target.version) return changedMeanwhile(queries, kind, record);
  const events = await applyAction(queries, record, wanted, actor);
  for (const event of events) await publish(notifier, queries, event, session);
  const now = await read(queries, kind, record.recordId);
  const undo = rule.safety === 'undo' ? EFFECTS[kind][action]?.undo : undefined;
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

const publish = async (
  notifier: Notifier,
  queries: Queries,
  event: DomainEvent,
  { organizationType, userId }: CurrentSession,
): Promise<void> => void (await notifier.publish(queries, event, { organizationType, actorId: userId }));

async function read(queries: Queries, kind: ActionKind, recordId: string): Promise<ActionableRecord> {
  const [record] = await readRecords(queries, kind, [recordId]);
  if (record === undefined) throw new Error('a record that is locked is not to be read');
  return record;
}

/**
 * What the same request was answered, if it came before. Throws `request.invalid` where the same id came with something
 * else.
 */
async function earlierAnswer(
  queries: Queries,
  { userId }: CurrentSession,
  { kind, action, input, requestId }: Wanted,
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
      sentence: 'This requestId belongs to another action. Please make a new one.',
    });
  }
  return resultOf(known.undone ? 'undone' : 'done', await read(queries, kind, recordId), null, known.undoSeconds);
}

/** Somebody else was first: the record as it is now, and nothing is done. */
async function changedMeanwhile(
  queries: Queries,
  kind: ActionKind,
  { recordId }: LockedRecord,
): Promise<RecordActionResult> {
  const record = await read(queries, kind, recordId);
  return resultOf('changed', record, `${record.name} was changed${record.changedBy ? ` by ${record.changedBy}` : ''}.`);
}

/** Takes back one's own action. Throws ApiError like `performAction`. */
export async function undoAction(
  services: ActionServices,
  caller: Caller,
  kind: ActionKind,
  { requestId, recordId }: { readonly requestId: string; readonly recordId: string },
): Promise<RecordActionResult> {
  const scope = sessionScope(caller.session);
  return refusable(services.database, scope, kind, recordId, (queries) =>
    undoOne(services, queries, caller, { kind, requestId, recordId }),
  );
}

interface Undoing {
  readonly kind: ActionKind;
  readonly requestId: string;
  readonly recordId: string;
}

async function undoOne(
  { notifier, audit }: ActionServices,
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
  if (done.undone_at !== null) return resultOf('undone', await read(queries, kind, recordId));
  const undo = EFFECTS[kind][done.action]?.undo;
  if (undo === undefined || done.before === null) {
    throw new ActionRefused('This action cannot be taken back.');
  }
  if (done.isLate) throw new ActionRefused(`It can be taken back for ${UNDO_SECONDS} seconds only, which are over.`);
  if (record.version !== done.version) return changedMeanwhile(queries, kind, record);

  await nameEvents(queries, `${done.action}.undo`, undefined);
  await restore(queries, kind, recordId, undo.columns, done.before);
  const events = (await undo.also?.({ queries, record, input: {}, actor: '' })) ?? [];
  await nameNoEvents(queries);
  for (const event of events) await publish(notifier, queries, event, session);
  await change(
    queries,
    sql`update record_actions set undone_at = now()
      where user_id = ${session.userId} and request_id = ${requestId}::uuid and record_id = ${recordId}::uuid`,
  );
  const now = await read(queries, kind, recordId);
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
  return change(
    queries,
    sql`update ${table} r set ${sql.join(set)}
      from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb) was where r.id = ${recordId}::uuid`,
  );
}
