/** Loads the record at the address with what its tab shows, and again when something happens to it. */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { isActionKind } from '../../../contract/records/actions';
import type { Failure } from '../../../machines/failure';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { pageLookedAt } from '../../base/pageSignals.saga';
import { port } from '../../base/ports';
import { retryUntilAnswered } from '../../base/retry.saga';
import {
  call,
  cancel,
  cancelled,
  fork,
  put,
  race,
  select,
  take,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { selectPathname } from '../../navigation/location/location.selectors';
import { pageMoved, pageNamed } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { recordActionsNeeded, recordsActed } from '../recordActions/recordActions.intents';
import { documentLeft, documentPlaced } from '../documents/documents.slice';
import { listReloadRequested } from '../lists/lists.slice';
import { selectRecordAt, type RecordAt } from '../lists/recordTabs';
import { eventsApplied } from '../notifications/feed/feed.events';
import { selectAttention } from '../notifications/toasts/toasts.slice';
import { nameOf, paperOf, selectRecords } from './records.selectors';
import {
  olderEventsArrived,
  olderEventsLoading,
  olderEventsRequested,
  recordArrived,
  recordFailed,
  recordReloadRequested,
  recordsReducers,
  recordWanted,
  tableArrived,
  tabFailed,
  timelineArrived,
} from './records.slice';

/** Changes that come with others are shown with them. */
const SETTLE_MS = 100;
/** Changes that nobody is notified of are seen after this time. */
const LOOK_AGAIN_MS = 20_000;

/** Runs from the first record on. Its reducers join the store here. */
export function* watchRecords(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, recordsReducers);
  yield* takeLeading(olderEventsRequested, loadOlder);
  yield* takeLatest([eventsApplied.type, pageLookedAt.type, recordsActed.type], refresh);
  yield* fork(lookAgain);
  yield* fork(followRecords);
}

/** Another record cancels all that the last one still does. */
function* followRecords(): SagaGenerator<void> {
  let shown: string | null = null;
  let showing: Task | null = null;
  while (true) {
    const at = yield* select(selectRecordAt);
    const record = at === null ? null : `${at.kind} ${at.id}`;
    if (record !== shown) {
      shown = record;
      if (showing !== null) yield* cancel(showing);
      yield* put(recordWanted(at && { kind: at.kind, id: at.id }));
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
    if (now !== null && now.tab.name !== shown) {
      shown = now.tab.name;
      if (showing !== null) yield* cancel(showing);
      showing = yield* fork(showTab, now);
    }
    yield* take(pageMoved);
  }
}

/** Loads now and with each reload, which cancels the load before. */
function* loadAndReload(load: (at: RecordAt) => SagaGenerator<void>, at: RecordAt): SagaGenerator<void> {
  while (true) {
    const loading = yield* fork(load, at);
    yield* take(recordReloadRequested);
    yield* cancel(loading);
  }
}

/** While the server is out of reach the page says so, and loads by itself once it is back. */
function* loadRecord({ kind, id }: RecordAt): SagaGenerator<void> {
  const read = () => request('recordRead', { params: { kind, recordId: id } });
  const { failure, answer } = yield* attempt(retryUntilAnswered(read, showFailure));
  if (failure) return yield* showFailure(failure);
  yield* put(recordArrived(answer));
  if (isActionKind(kind)) yield* put(recordActionsNeeded({ kind, ids: [id] }));
  const pathname = yield* select(selectPathname);
  if (pathname !== null) yield* put(pageNamed({ pathname, name: nameOf(answer) }));
}

function* showFailure(failure: Failure): SagaGenerator<void> {
  yield* put(recordFailed({ failure }));
}

function* showTab(at: RecordAt): SagaGenerator<void> {
  switch (at.tab.tab.show) {
    case 'table':
      return yield* loadAndReload(loadTable, at);
    case 'timeline':
      return yield* loadAndReload(loadTimeline, at);
    case 'paper':
      return yield* showPaper();
    case 'list':
      return yield* reloadList();
    case 'facts':
    case 'note':
      return;
  }
}

function* loadTable({ kind, id, tab }: RecordAt): SagaGenerator<void> {
  const read = () => request('recordTable', { params: { kind, recordId: id, table: tab.name } });
  const { failure, answer } = yield* attempt(retryUntilAnswered(read, showTabFailure));
  yield* put(failure ? tabFailed({ failure }) : tableArrived({ tab: tab.name, rows: answer.rows }));
}

function* loadTimeline({ kind, id }: RecordAt): SagaGenerator<void> {
  const read = () => request('recordTimeline', { params: { kind, recordId: id }, query: {} });
  const { failure, answer } = yield* attempt(retryUntilAnswered(read, showTabFailure));
  yield* put(failure ? tabFailed({ failure }) : timelineArrived(answer));
}

function* showTabFailure(failure: Failure): SagaGenerator<void> {
  yield* put(tabFailed({ failure }));
}

/** The paper of a record is shown once it is known that there is one, and does not change until its tab is left. */
function* showPaper(): SagaGenerator<void> {
  while ((yield* select(selectRecords))?.page == null) yield* take(recordArrived);
  const page = (yield* select(selectRecords))?.page ?? null;
  const paper = page === null ? null : paperOf(page);
  if (paper === null) return;
  try {
    yield* put(documentPlaced(paper));
    yield* take(documentLeft);
  } finally {
    if (yield* cancelled()) yield* put(documentLeft());
  }
}

/** Lists load themselves at first. */
function* reloadList(): SagaGenerator<void> {
  while (true) {
    yield* take(recordReloadRequested);
    yield* put(listReloadRequested());
  }
}

function* loadOlder(): SagaGenerator<void> {
  const at = yield* select(selectRecordAt);
  const next = (yield* select(selectRecords))?.timeline?.next ?? null;
  if (at === null || next === null) return;
  yield* put(olderEventsLoading());
  const { failure, answer } = yield* attempt(
    request('recordTimeline', { params: { kind: at.kind, recordId: at.id }, query: { after: next } }),
  );
  const now = yield* select(selectRecordAt);
  if (now?.kind !== at.kind || now.id !== at.id) return;
  yield* put(failure ? tabFailed({ failure }) : olderEventsArrived(answer));
}

/** Whether a notification is about the record, or about what belongs to it. */
function concerns({ id }: RecordAt, action: Action): boolean {
  if (pageLookedAt.match(action) || recordsActed.match(action)) return true;
  return (
    eventsApplied.match(action) &&
    action.payload.events.some(
      (event) =>
        'notification' in event &&
        [event.notification.entityId, event.notification.jobId, event.notification.candidateId].includes(id),
    )
  );
}

function* refresh(action: Action): SagaGenerator<void> {
  const at = yield* select(selectRecordAt);
  if (at === null || !concerns(at, action)) return;
  yield* call(pause, SETTLE_MS);
  yield* put(recordReloadRequested());
}

function* lookAgain(): SagaGenerator<void> {
  while (true) {
    const { loaded } = yield* race({ loaded: take(recordArrived), waited: call(pause, LOOK_AGAIN_MS) });
    if (loaded !== undefined || (yield* select(selectRecordAt)) === null) continue;
    if ((yield* select(selectAttention))?.visible !== false) yield* put(recordReloadRequested());
  }
}
