/** Loads the record at the address and the contents of its tab, and again when the record changes. */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { isActionKind } from '../../../contract/records/action';
import type { Failure } from '../../../machines/failure';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { pageBecameVisible } from '../../base/pageSignals.saga';
import { port } from '../../base/ports/ports';
import { retryUntilAnswered } from '../../base/retry.saga';
import {
  call,
  cancel,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { selectPathname } from '../../navigation/location/location.selectors';
import { pageMoved, pageNamed } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { recordStatesArrived, recordsOutdated } from '../recordActions/recordStates.events';
import { recordActionsNeeded, recordActionsDone } from '../recordActions/recordActions.intents';
import { selectRecordAt, tabKey, type RecordAt } from '../lists/recordTabs';
import { eventsApplied } from '../notifications/feed/feed.slice';
import { recordsChanged } from '../realtime/realtime.slice';
import { selectAttention } from '../notifications/toasts/toasts.slice';
import { nameOf, selectIsOutdated, selectKnownVersion, selectRecords } from './records.selectors';
import {
  olderEventsRequested,
  ownVersionMade,
  recordArrived,
  recordFailed,
  recordReloadRequested,
  recordsReducers,
  recordRequested,
} from './records.slice';
import { loadAndReload, loadOlder, showTab } from './recordTab.saga';

/** Changes that arrive within this time (ms) are shown together. */
const DEBOUNCE_MS = 100;
/** Changes without a notification are seen after this time. */
const POLL_MS = 20_000;

/** Runs from the first record on. Its reducers join the store here. */
export function* watchRecords(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, recordsReducers);
  yield* takeLeading(olderEventsRequested, loadOlder);
  yield* takeEvery(recordActionsDone, knowOwnVersion);
  yield* fork(followSigns);
  yield* fork(lookAgain);
  yield* fork(followRecords);
}

/** Opening another record cancels the work of the previous one. */
function* followRecords(): SagaGenerator<void> {
  let shown: string | null = null;
  let showing: Task | null = null;
  while (true) {
    const at = yield* select(selectRecordAt);
    const record = at === null ? null : `${at.kind} ${at.id}`;
    if (record !== shown) {
      shown = record;
      if (showing !== null) yield* cancel(showing);
      yield* put(recordRequested(at && { kind: at.kind, id: at.id }));
      showing = at === null ? null : yield* fork(showRecord, at);
    }
    yield* take(pageMoved);
  }
}

function* showRecord(at: RecordAt): SagaGenerator<void> {
  yield* fork(loadAndReload, loadRecord, at);
  let shown: string | null = null;
  let showing: Task | null = null;
  while (true) {
    const now = yield* select(selectRecordAt);
    if (now !== null && tabKey(now) !== shown) {
      shown = tabKey(now);
      if (showing !== null) yield* cancel(showing);
      showing = yield* fork(showTab, now);
    }
    yield* take(pageMoved);
  }
}

/** While the server is unreachable the page shows this, and loads automatically afterwards. */
function* loadRecord({ kind, id }: RecordAt): SagaGenerator<void> {
  const read = () => request('recordRead', { params: { kind, recordId: id } });
  const { failure, answer } = yield* attempt(retryUntilAnswered(read, { failed: showFailure }));
  if (failure) return yield* showFailure(failure);
  yield* put(recordArrived(answer));
  if (isActionKind(kind)) yield* put(recordActionsNeeded({ kind, ids: [id] }));
  const pathname = yield* select(selectPathname);
  if (pathname !== null) yield* put(pageNamed({ pathname, name: nameOf(answer) }));
}

function* showFailure(failure: Failure): SagaGenerator<void> {
  yield* put(recordFailed({ failure }));
}

/** The next action may follow before the page is loaded again: the user knows what they have done. */
function* knowOwnVersion({ payload: { done } }: ReturnType<typeof recordActionsDone>): SagaGenerator<void> {
  const id = (yield* select(selectRecordAt))?.id;
  if (id === undefined || !done.includes(id)) return;
  const version = yield* select(selectKnownVersion, id);
  if (version !== undefined) yield* put(ownVersionMade({ id, version }));
}

const SIGNS = [
  eventsApplied,
  pageBecameVisible,
  recordActionsDone,
  recordsChanged,
  recordsOutdated,
  recordStatesArrived,
].map(({ type }) => type);

/** Reloads soon after the last sign that the record has changed. */
function* followSigns(): SagaGenerator<void> {
  let waiting: Task | null = null;
  while (true) {
    const sign: Action = yield* take(SIGNS);
    const at = yield* select(selectRecordAt);
    if (at === null || !(yield* call(isChanged, at, sign))) continue;
    if (waiting !== null) yield* cancel(waiting);
    waiting = yield* fork(reloadSoon);
  }
}

function* reloadSoon(): SagaGenerator<void> {
  yield* call(pause, DEBOUNCE_MS);
  yield* put(recordReloadRequested());
}

function* isChanged(at: RecordAt, sign: Action): SagaGenerator<boolean> {
  return recordStatesArrived.match(sign) ? yield* select(selectIsOutdated, at.id) : concerns(at, sign);
}

/** Whether a notification is about the record, or about what belongs to it. */
function concerns({ id }: RecordAt, action: Action): boolean {
  if (pageBecameVisible.match(action) || recordActionsDone.match(action)) return true;
  if (recordsChanged.match(action) || recordsOutdated.match(action)) return action.payload.ids.includes(id);
  return (
    eventsApplied.match(action) &&
    action.payload.events.some(
      (event) =>
        'notification' in event &&
        [event.notification.entityId, event.notification.jobId, event.notification.candidateId].includes(id),
    )
  );
}

function* lookAgain(): SagaGenerator<void> {
  while (true) {
    const { loaded } = yield* race({ loaded: take(recordArrived), waited: call(pause, POLL_MS) });
    const at = yield* select(selectRecordAt);
    if (loaded !== undefined || at === null || (yield* select(selectAttention))?.visible === false) continue;
    if (at.tab.tab.show !== 'timeline' || (yield* call(hasChanged, at))) yield* put(recordReloadRequested());
  }
}

/**
 * Whether the record itself changed. Its timeline is not loaded: it is long, and events report changes of related
 * records.
 */
function* hasChanged(at: RecordAt): SagaGenerator<boolean> {
  const before = yield* select(selectRecords);
  const { other } = yield* race({
    loaded: call(loadRecord, at),
    other: take([recordRequested.type, recordReloadRequested.type]),
  });
  if (other !== undefined) return false;
  const after = yield* select(selectRecords);
  // A timeline that could not be loaded is tried again.
  return after?.timeline == null || JSON.stringify(before?.page) !== JSON.stringify(after.page);
}
