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
  olderEventsAsked,
  olderEventsRequested,
  recordArrived,
  recordChanged,
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
  yield* takeLatest([eventsApplied.type, recordChanged.type, pageLookedAt.type, recordsActed.type], refresh);
  yield* fork(lookAgain);
  yield* fork(loadRecords);
}

/** Another record cancels what the last one still loads, and so does another tab. */
function* loadRecords(): SagaGenerator<void> {
  let shown: string | null = null;
  let tab: string | null = null;
  let loading: Task | null = null;
  let ofTab: Task | null = null;
  let placed = false;
  let again = false;
  while (true) {
    const at = yield* select(selectRecordAt);
    const record = at === null ? null : `${at.kind} ${at.id}`;
    const isOther = record !== shown;
    if (isOther || again) {
      if (loading !== null) yield* cancel(loading);
      if (isOther) yield* put(recordWanted(at && { kind: at.kind, id: at.id }));
      loading = at === null ? null : yield* fork(loadRecord, at);
    }
    const wanted = at === null ? null : `${record} ${at.tab.name}`;
    if (wanted !== tab || again) {
      if (ofTab !== null) yield* cancel(ofTab);
      if (placed && wanted !== tab) yield* put(documentLeft());
      placed = at?.tab.tab.show === 'paper';
      ofTab = at === null || (again && wanted === tab && placed) ? null : yield* fork(loadTab, at, wanted === tab);
    }
    shown = record;
    tab = wanted;
    again = (yield* take([pageMoved.type, recordReloadRequested.type])).type !== pageMoved.type;
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

/** Lists load themselves. */
function* loadTab({ kind, id, tab }: RecordAt, again: boolean): SagaGenerator<void> {
  const params = { kind, recordId: id };
  switch (tab.tab.show) {
    case 'table': {
      const { failure, answer } = yield* attempt(
        retryUntilAnswered(() => request('recordTable', { params: { ...params, table: tab.name } }), showTabFailure),
      );
      yield* put(failure ? tabFailed({ failure }) : tableArrived({ tab: tab.name, rows: answer.rows }));
      return;
    }
    case 'timeline': {
      const { failure, answer } = yield* attempt(
        retryUntilAnswered(() => request('recordTimeline', { params, query: {} }), showTabFailure),
      );
      yield* put(failure ? tabFailed({ failure }) : timelineArrived(answer));
      return;
    }
    case 'paper':
      return yield* placePaper();
    case 'list':
      if (again) yield* put(listReloadRequested());
      return;
    case 'facts':
    case 'note':
      return;
  }
}

function* showTabFailure(failure: Failure): SagaGenerator<void> {
  yield* put(tabFailed({ failure }));
}

/** The paper of a record is shown once it is known that there is one. */
function* placePaper(): SagaGenerator<void> {
  while ((yield* select(selectRecords))?.page == null) yield* take(recordArrived);
  const page = (yield* select(selectRecords))?.page ?? null;
  const paper = page === null ? null : paperOf(page);
  if (paper !== null) yield* put(documentPlaced(paper));
}

function* loadOlder(): SagaGenerator<void> {
  const at = yield* select(selectRecordAt);
  const next = (yield* select(selectRecords))?.timeline?.next ?? null;
  if (at === null || next === null) return;
  yield* put(olderEventsAsked());
  const { failure, answer } = yield* attempt(
    request('recordTimeline', { params: { kind: at.kind, recordId: at.id }, query: { after: next } }),
  );
  const now = yield* select(selectRecordAt);
  if (now?.kind !== at.kind || now.id !== at.id) return;
  yield* put(failure ? tabFailed({ failure }) : olderEventsArrived(answer));
}

/** Whether a notification is about the record, or about what belongs to it. */
function concerns({ id }: RecordAt, action: Action): boolean {
  if (pageLookedAt.match(action)) return true;
  if (recordChanged.match(action) || recordsActed.match(action)) return true;
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
    const { waited } = yield* race({ waited: call(pause, LOOK_AGAIN_MS), loaded: take(recordArrived) });
    if (waited === undefined || (yield* select(selectRecordAt)) === null) continue;
    if ((yield* select(selectAttention))?.visible !== false) yield* put(recordReloadRequested());
  }
}
