/** What performing and undoing an action have in common: results, refusals and publishing. */
import type { ActionKind } from '../../../../contract/records/action';
import type { ActionableRecord, RecordActionResult } from '../../../../contract/records/recordActions.endpoints';
import type { Database, Queries, Scope } from '../../../database';
import type { EventBus } from '../../../platform/eventBus/eventBus';
import type { Audit, ClientInfo } from '../../../platform/audit';
import type { CurrentSession } from '../../../platform/session';
import type { DomainEvent } from '../../notifications/events';
import type { Notifier } from '../../notifications/notifier';
import { readRecords, type LockedRecord } from './actionRows';
import { ActionRefused } from './effects';

export interface ActionServices {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly audit: Audit;
  readonly bus: Pick<EventBus, 'publish'>;
}

export interface Caller {
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

/**
 * Runs a transaction. A refusal rolls it back and becomes the result, with the record as it is. Throws every other
 * error of `work`.
 */
export async function resultOfRefusable(
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

/** `undoSeconds` is how long it can be undone; null if it cannot. */
export function resultOf(
  outcome: RecordActionResult['outcome'],
  record: ActionableRecord | null,
  sentence: string | null = null,
  undoSeconds: number | null = null,
): RecordActionResult {
  return { outcome, sentence, record, undoSeconds };
}

/** The record belongs to another organization or does not exist. */
export const NOT_FOUND = resultOf('notFound', null, 'This does not exist, or you may not see it.');

/** Notifies the recipients of each event. */
export const publish = async (
  notifier: Notifier,
  queries: Queries,
  event: DomainEvent,
  { organizationType, userId }: CurrentSession,
): Promise<void> => void (await notifier.publish(queries, event, { organizationType, actorId: userId }));

/** A record as it is now. Throws if it does not exist, which is impossible for a locked one. */
export async function readLocked(queries: Queries, kind: ActionKind, recordId: string): Promise<ActionableRecord> {
  const [record] = await readRecords(queries, kind, [recordId]);
  if (record === undefined) throw new Error('a record that is locked is not to be read');
  return record;
}

/**
 * The result if another user changed the record first: the action is not performed, and the current record is returned.
 */
export async function conflictResult(
  queries: Queries,
  kind: ActionKind,
  { recordId }: LockedRecord,
): Promise<RecordActionResult> {
  const record = await readLocked(queries, kind, recordId);
  return resultOf('changed', record, `${record.name} was changed${record.changedBy ? ` by ${record.changedBy}` : ''}.`);
}
