/**
 * Records with actions in rows of the panel: their states are loaded when a row is shown, and again after new events.
 */
import type { ActionKind } from '../../../../contract/records/action';
import { recordOf, type RecordReference } from '../../../../contract/records/notificationRecord';
import { port } from '../../../base/ports/ports';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { takeBatches } from '../../../base/takeBatches.saga';
import { recordActionsNeeded } from '../../recordActions/recordActions.intents';
import { actionSettled } from '../../recordActions/recordActions.slice';
import { eventsApplied, selectFeed } from '../feed/feed.slice';
import { rowRecordShown } from '../notifications.intents';
import { selectPanel } from './panel.selectors';

/**
 * A row that scrolls out and back does not reload sooner. Acting on an outdated state is safe: the server refuses it.
 */
const FRESH_MS = 10_000;

/** Reads the state of the records that rows lead to, and again when something happens to them. */
export function* watchRowRecords(): SagaGenerator<void> {
  const read: Read = new Map();
  yield* fork(takeBatches<RecordReference, [Read]>, rowRecordShown, readShown, read);
  yield* takeEvery(eventsApplied, readAgain, read);
  yield* takeEvery(actionSettled, showOutside);
}

/** When each record's state was last requested, epoch ms. */
type Read = Map<string, number>;

function* readShown(read: Read, shown: readonly RecordReference[]): SagaGenerator<void> {
  const clock = yield* port('clock');
  const at = yield* call(clock.now);
  const wanted = shown.filter(({ id }) => {
    const before = read.get(id);
    return before === undefined || at - before >= FRESH_MS;
  });
  yield* call(readStates, read, wanted);
}

/** Events about a record change its state, including the one that settles its notifications. */
function* readAgain(read: Read, { payload: { events } }: ReturnType<typeof eventsApplied>): SagaGenerator<void> {
  if (!(yield* select(selectPanel)).open) return;
  const { tabs } = yield* select(selectFeed);
  const records = events.flatMap(({ notification, changed }) => {
    const about =
      changed?.state.settled === undefined ? notification : tabs[changed.tab].items.find(({ id }) => id === changed.id);
    return (about && recordOf(about)) ?? [];
  });
  yield* call(
    readStates,
    read,
    records.filter(({ id }) => read.has(id)),
  );
}

function* readStates(read: Read, records: readonly RecordReference[]): SagaGenerator<void> {
  const clock = yield* port('clock');
  const at = yield* call(clock.now);
  const byKind = new Map<ActionKind, Set<string>>();
  for (const record of records) {
    byKind.set(record.kind, (byKind.get(record.kind) ?? new Set()).add(record.id));
    read.set(record.id, at);
  }
  for (const [kind, ids] of byKind) yield* put(recordActionsNeeded({ kind, ids: [...ids] }));
}

/** Shows the result as a notice if the panel has been closed in the meantime. */
function* showOutside({ payload: { result } }: ReturnType<typeof actionSettled>): SagaGenerator<void> {
  if ((yield* select(selectPanel)).open) return;
  const { undo, ...notice } = result;
  yield* put(noticeShown({ ...notice, ...(undo && { undo }) }));
}
