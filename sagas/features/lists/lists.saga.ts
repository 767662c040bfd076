/** The lists: intents and their workers. */
import type { Action } from '@reduxjs/toolkit';
import { FILE_MAX_MEGABYTES } from '../../../contract/base/files';
import type { ListName } from '../../../contract/lists/list';
import { failureText } from '../../base/http/failureText';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import {
  call,
  fork,
  put,
  select,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { actionDone } from '../confirmations/confirmations.slice';
import { selectChosenIds } from './rowSelection/rowSelection.selectors';
import { watchRowSelection } from './rowSelection/rowSelection.saga';
import { chooseColumns, loadColumns } from './columns.saga';
import { selectNamesNeeded } from './filterBar.selectors';
import {
  changeList,
  clearFilters,
  loadLists,
  searchNow,
  searchWhileTyping,
  setFilter,
  sortList,
} from './listQuery.saga';
import {
  criteriaOf,
  selectColumns,
  selectGroupedBy,
  selectIsReport,
  selectListAt,
  selectListOptions,
  selectListRequest,
} from './lists.selectors';
import {
  exportFinished,
  exportStarted,
  listsReducer,
  listChanged,
  listColumnsChosen,
  listExportRequested,
  listFilterSet,
  listFiltersCleared,
  listOptionsRequested,
  listReloadRequested,
  listSearchSubmitted,
  listSearchTyped,
  listSortPressed,
  optionsArrived,
  optionsFailed,
  pageArrived,
} from './lists.slice';
import { watchTabs } from './tabs/tabs.saga';
import { watchViews } from './views/views.saga';
import { listViewsReducer } from './views/views.slice';
import { attempt } from '../../base/http/attempt.saga';
import { retryWhenBusy } from '../../base/http/retryWhenBusy.saga';
import { clearedOnSignOut } from '../../session/activeSession.saga';

/** The state of lists, which joins the store with the first one. */
export const listsReducers = clearedOnSignOut({ lists: listsReducer, listViews: listViewsReducer });

/** Runs from the first list on. Its reducers join the store here. */
export function* watchLists(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, listsReducers);
  yield* call(loadColumns);
  yield* fork(loadLists);
  yield* takeEvery(listChanged, changeList);
  yield* takeEvery(listFilterSet, setFilter);
  yield* takeEvery(listFiltersCleared, clearFilters);
  yield* takeEvery(listSortPressed, sortList);
  yield* takeEvery(listColumnsChosen, chooseColumns);
  yield* takeLatest(concernsSearch, search);
  const reads: OptionReads = { underWay: new Set(), at: new Map() };
  yield* takeEvery(listOptionsRequested, fetchListOptions, reads);
  yield* takeEvery(pageArrived, fetchNamesInUse, reads);
  yield* fork(watchTabs);
  yield* fork(watchRowSelection);
  yield* fork(watchViews);
  // A second press while exporting is ignored.
  yield* takeLeading(listExportRequested, exportList);
  yield* takeEvery(actionDone, reloadAfter);
}

/** A confirmed address is no longer pending, so its row disappears. */
function* reloadAfter({ payload: { action } }: ReturnType<typeof actionDone>): SagaGenerator<void> {
  const isShown = action.kind === 'confirmEmail' && (yield* select(selectListAt))?.name === 'changedAddresses';
  if (isShown) yield* put(listReloadRequested());
}

/** Leaving the page cancels a pending search; our own replace of the address does not. */
const concernsSearch = (action: Action): boolean =>
  listSearchTyped.match(action) ||
  listSearchSubmitted.match(action) ||
  listFiltersCleared.match(action) ||
  (pageMoved.match(action) && action.payload.by !== 'replace');

/** Typing waits for a pause; searching now, clearing or leaving cancels the wait. */
function* search(action: Action): SagaGenerator<void> {
  if (listSearchTyped.match(action)) yield* call(searchWhileTyping, action);
  if (listSearchSubmitted.match(action)) yield* call(searchNow, action);
}

const TOO_LARGE = `The file is larger than ${FILE_MAX_MEGABYTES} MB. Set filters to export fewer rows.`;
const CALLS = { csv: 'listExport', xlsx: 'listWorkbook' } as const;

/** Exports the selection, or all pages, as a download; the file of a report has its heading and groups. */
function* exportList({ payload: { format } }: ReturnType<typeof listExportRequested>): SagaGenerator<void> {
  const listRequest = yield* select(selectListRequest);
  if (listRequest === null) return;
  const { list, query } = listRequest;
  const at = yield* select(selectListAt);
  const columns = (yield* select(selectColumns)).map(({ name }) => name);
  const ids = yield* select(selectChosenIds);
  const head = yield* select(selectIsReport);
  const by = (yield* select(selectGroupedBy))?.name;
  const files = yield* port('files');
  yield* put(exportStarted());
  try {
    const rows = { ...criteriaOf(listRequest), sort: query.sort, ...(ids.length > 0 && { ids: [...ids] }) };
    const body = { ...rows, columns, ...(head && { head }), ...(by !== undefined && { by }) };
    const { failure, answer } = yield* retryWhenBusy(() =>
      format === 'jsonl' ? request('auditLines', { body: rows }) : request(CALLS[format], { params: { list }, body }),
    );
    if (failure) {
      const why = failure.kind === 'tooLarge' ? TOO_LARGE : failureText(failure);
      yield* put(noticeShown({ tone: 'negative', text: `The list was not exported. ${why}` }));
      return;
    }
    yield* call(files.save, answer.file, nameOfFile(at, answer.fileName));
    yield* call(files.release, [answer.file]);
  } finally {
    yield* put(exportFinished());
  }
}

/** A file is named after the page that it was exported from, which may show a part of a list. */
function nameOfFile(at: ReturnType<typeof selectListAt>, fileName: string): string {
  if (at === null || !fileName.startsWith(at.definition.title)) return fileName;
  return at.title.replaceAll('/', '-') + fileName.slice(at.definition.title.length);
}

/** Older options (ms) are read again when they are needed; until the new ones arrive, they stay. */
const OPTIONS_FRESH_MS = 5 * 60_000;

interface OptionReads {
  readonly underWay: Set<ListName>;
  /** When the options of a list were last read, epoch ms. */
  readonly at: Map<ListName, number>;
}

/** After a failure, opening a filter retries. */
function* fetchListOptions(reads: OptionReads): SagaGenerator<void> {
  const list = (yield* select(selectListAt))?.name;
  if (list === undefined || reads.underWay.has(list)) return;
  const clock = yield* port('clock');
  const now = yield* call(clock.now);
  const isKnown = Object.keys(yield* select(selectListOptions)).length > 0;
  // Options from the future were read before the clock of the device was set back.
  if (isKnown && Math.abs(now - (reads.at.get(list) ?? 0)) < OPTIONS_FRESH_MS) return;
  reads.underWay.add(list);
  try {
    const { failure, answer: options } = yield* attempt(request('listOptions', { params: { list } }));
    if (failure === null) reads.at.set(list, now);
    yield* put(failure ? optionsFailed({ list }) : optionsArrived({ list, options }));
  } finally {
    reads.underWay.delete(list);
  }
}

/** Filters from a link may need names for their ids. Rows are loaded first. */
function* fetchNamesInUse(reads: OptionReads): SagaGenerator<void> {
  if (yield* select(selectNamesNeeded)) yield* call(fetchListOptions, reads);
}
