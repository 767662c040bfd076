/** What the tabs of a record show: rows, events, its document. */
import type { Failure } from '../../../machines/failure';
import { attempt } from '../../base/http/attempt.saga';
import { retryUntilAnswered } from '../../base/retry.saga';
import { call, cancel, cancelled, fork, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { documentClosed, documentLeft, documentEmbedded, selectDocumentOverPage } from '../documents/documents.slice';
import { listReloadRequested } from '../lists/lists.slice';
import { selectRecordAt, tabKey, type RecordAt } from '../lists/recordTabs';
import { documentOf, selectRecords } from './records.selectors';
import {
  olderEventsArrived,
  olderEventsLoading,
  recordArrived,
  recordReloadRequested,
  tableArrived,
  tabFailed,
  tabOpened,
  timelineArrived,
} from './records.slice';

/** Loads now and with each reload, which cancels the load before. */
export function* loadAndReload(load: (at: RecordAt) => SagaGenerator<void>, at: RecordAt): SagaGenerator<void> {
  while (true) {
    const loading = yield* fork(load, at);
    yield* take(recordReloadRequested);
    yield* cancel(loading);
  }
}

/** Runs until another tab or record is shown. */
export function* showTab(at: RecordAt): SagaGenerator<void> {
  yield* put(tabOpened({ tab: tabKey(at) }));
  switch (at.tab.tab.show) {
    case 'table':
      return yield* loadAndReload(loadTable, at);
    case 'timeline':
      return yield* loadAndReload(loadTimeline, at);
    case 'pdf':
      return yield* showDocument();
    case 'list':
      return yield* reloadList();
    // The chat has sagas of its own.
    case 'facts':
    case 'chat':
      return;
  }
}

function* loadTable(at: RecordAt): SagaGenerator<void> {
  const { kind, id, tab, recruiterId } = at;
  const query = recruiterId === null ? {} : { recruiterId };
  const read = () => request('recordTable', { params: { kind, recordId: id, table: tab.name }, query });
  const { failure, answer } = yield* attempt(retryUntilAnswered(read, { failed: (why) => showTabFailure(at, why) }));
  if (failure) yield* showTabFailure(at, failure);
  else yield* put(tableArrived({ tab: tabKey(at), rows: answer.rows }));
}

function* loadTimeline(at: RecordAt): SagaGenerator<void> {
  const { kind, id } = at;
  const read = () => request('recordTimeline', { params: { kind, recordId: id }, query: {} });
  const { failure, answer } = yield* attempt(retryUntilAnswered(read, { failed: (why) => showTabFailure(at, why) }));
  if (failure) yield* showTabFailure(at, failure);
  else yield* put(timelineArrived({ ...answer, tab: tabKey(at) }));
}

/** Shows why the tab of the record could not be loaded. */
function* showTabFailure(at: RecordAt, failure: Failure): SagaGenerator<void> {
  yield* put(tabFailed({ tab: tabKey(at), failure }));
}

type ShownPaper = ReturnType<typeof selectPaper>;

/** The document of the record, and the version of the record that it shows; null while there is none. */
function selectPaper(state: Parameters<typeof selectRecords>[0]) {
  const page = selectRecords(state)?.page ?? null;
  const document = page && documentOf(page);
  return page && document && { document, version: page.version };
}

/** Shows the document of a record once it is known to exist, and again when the record that it states has changed. */
function* showDocument(): SagaGenerator<void> {
  try {
    while (true) {
      const paper = yield* select(selectPaper);
      if (paper !== null) yield* put(documentEmbedded(paper.document));
      if (yield* call(leftBeforeChange, paper)) return;
    }
  } finally {
    if (yield* cancelled()) yield* put(documentLeft());
  }
}

/** Returns true if the page was left, false if its document must be placed again. */
function* leftBeforeChange(placed: ShownPaper): SagaGenerator<boolean> {
  while (true) {
    const action = yield* take([documentLeft.type, documentClosed.type, recordArrived.type]);
    if (documentLeft.match(action)) return true;
    // A document in a dialog replaces this one until it is closed.
    if (documentClosed.match(action)) return false;
    const paper = yield* select(selectPaper);
    const isOther = paper !== null && (placed === null || paper.version !== placed.version);
    if (isOther && !(yield* select(selectDocumentOverPage))) return false;
  }
}

/** Lists load their first page themselves. */
function* reloadList(): SagaGenerator<void> {
  while (true) {
    yield* take(recordReloadRequested);
    yield* put(listReloadRequested());
  }
}

/** Adds the next older events of the timeline. */
export function* loadOlder(): SagaGenerator<void> {
  const at = yield* select(selectRecordAt);
  const next = (yield* select(selectRecords))?.timeline?.next ?? null;
  if (at === null || next === null) return;
  yield* put(olderEventsLoading());
  const { failure, answer } = yield* attempt(
    request('recordTimeline', { params: { kind: at.kind, recordId: at.id }, query: { after: next } }),
  );
  const now = yield* select(selectRecordAt);
  if (now?.kind !== at.kind || now.id !== at.id) return;
  if (failure) yield* showTabFailure(at, failure);
  else yield* put(olderEventsArrived({ ...answer, tab: tabKey(at) }));
}
