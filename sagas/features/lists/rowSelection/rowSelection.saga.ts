/** Selecting rows: some of the page, or all that match. */
import type { Action } from '@reduxjs/toolkit';
import { LIST_MAX_CHOSEN } from '../../../../contract/lists/list';
import { failureText } from '../../../base/http/failureText';
import { attempt } from '../../../base/http/attempt.saga';
import { noticeShown } from '../../../base/notices/notices.slice';
import {
  call,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { recordStatesArrived, recordsOutdated } from '../../recordActions/recordStates.events';
import { recordActionsNeeded, recordActionsDone } from '../../recordActions/recordActions.intents';
import {
  selectActionKind,
  selectChosenIds,
  selectChosenOf,
  selectChosenOutdated,
  selectChosenUnseen,
  selectIsActionRunning,
  selectKnownVersions,
} from './rowSelection.selectors';
import {
  criteriaOf,
  selectListAt,
  selectListRequest,
  selectListView,
  selectLists,
  type ListRequest,
} from '../lists.selectors';
import {
  listAllChosen,
  listReloadRequested,
  listRowsSelected,
  pageArrived,
  rowsChanged,
  rowsChosen,
} from '../lists.slice';
import { selectRecordAt } from '../recordTabs';
import { countText } from '../../../base/numbers';

/** Runs with the lists: selects rows, and deselects those that were acted on or changed by other users. */
export function* watchRowSelection(): SagaGenerator<void> {
  yield* takeEvery(listRowsSelected, choose);
  yield* takeLatest(listAllChosen, chooseAll);
  yield* takeEvery(recordActionsDone, deselectDone);
  yield* takeEvery(recordsOutdated, reloadOutdated);
  yield* takeEvery(recordStatesArrived, deselectUnseen);
  // Nothing is deselected while an action runs; the list reload after it repeats the check.
  yield* takeEvery(pageArrived, followPage);
}

/** The buttons of a selection depend on the states of its records. */
function* needActions(ids: readonly string[]): SagaGenerator<void> {
  const kind = yield* select(selectActionKind);
  if (kind !== null && ids.length > 0) yield* put(recordActionsNeeded({ kind, ids }));
}

/**
 * Failed rows stay selected. The selection may be that of another list, to which the user goes back. The page of a
 * record reloads its lists itself.
 */
function* deselectDone({ payload: { done } }: ReturnType<typeof recordActionsDone>): SagaGenerator<void> {
  yield* put(rowsChanged({ versions: yield* select(selectKnownVersions, done) }));
  const chosen = (yield* select(selectLists))?.chosen;
  const ids = chosen?.ids.filter((id) => !done.includes(id)) ?? [];
  if (chosen !== undefined && ids.length < chosen.ids.length) yield* put(rowsChosen({ of: chosen.of, ids }));
  const isList = (yield* select(selectListAt)) !== null && (yield* select(selectRecordAt)) === null;
  if (isList) yield* put(listReloadRequested());
}

/** A refused action leaves the rows selected; the list shows what the next press acts on. */
function* reloadOutdated({ payload: { ids } }: ReturnType<typeof recordsOutdated>): SagaGenerator<void> {
  const chosen = yield* select(selectChosenIds);
  if (ids.some((id) => chosen.includes(id))) yield* put(listReloadRequested());
}

/** What another user has changed is selected only after the list has shown it: actions send the version they know. */
function* deselectUnseen(): SagaGenerator<void> {
  if (yield* select(selectIsActionRunning)) return;
  const unseen = yield* select(selectChosenUnseen);
  const [first] = unseen;
  if (first === undefined) return;
  yield* put(listRowsSelected({ ids: unseen.map(({ recordId }) => recordId), chosen: false }));
  yield* put(listReloadRequested());
  const text =
    unseen.length === 1
      ? `${first.name} was changed after this list was loaded, so it is not selected. Look at its new values, then select it again.`
      : `${countText(unseen.length)} of the rows were changed after this list was loaded, so they are not selected. Look at their new values, then select them again.`;
  yield* call(warn, text);
}

/** The buttons of selected rows follow what the list now shows of them, as do the versions that they send. */
function* followPage(): SagaGenerator<void> {
  yield* call(deselectUnseen);
  if (yield* select(selectIsActionRunning)) return;
  yield* call(needActions, yield* select(selectChosenOutdated));
}

/** Rows of an earlier query, which stay on the screen until the next ones arrive, cannot be selected. */
function* choose({ payload: { ids, chosen } }: ReturnType<typeof listRowsSelected>): SagaGenerator<void> {
  if (chosen && (yield* select(selectListView))?.stale) return;
  const others = (yield* select(selectChosenIds)).filter((id) => !ids.includes(id));
  const wanted = chosen ? [...others, ...ids] : others;
  const kept = wanted.slice(0, LIST_MAX_CHOSEN);
  yield* put(rowsChosen({ of: yield* select(selectChosenOf), ids: kept }));
  if (chosen) {
    yield* call(deselectUnseen);
    yield* call(needActions, kept.slice(others.length));
  }
  if (kept.length < wanted.length) yield* call(warnOfLimit, kept.length);
}

function* chooseAll(): SagaGenerator<void> {
  const listRequest = yield* select(selectListRequest);
  if (listRequest === null) return;
  const of = yield* select(selectChosenOf);
  const before = new Set(yield* select(selectChosenIds));
  const { all } = yield* race({ all: call(requestAllIds, listRequest), cleared: take(isClearing) });
  // The selection was cleared, or other filters have been set in the meantime.
  if (all === undefined || (yield* select(selectChosenOf)) !== of) return;
  const { failure, answer } = all;
  if (failure) return yield* warn(`Nothing was selected. ${failureText(failure)}`);
  const now = new Set(yield* select(selectChosenIds));
  // Rows that were deselected in the meantime stay so.
  const ids = answer.ids.filter((id) => now.has(id) || !before.has(id));
  yield* put(rowsChosen({ of, ids }));
  yield* call(deselectUnseen);
  yield* call(needActions, ids);
  if (!answer.complete) yield* call(warnOfLimit, ids.length);
}

const isClearing = (action: Action): boolean => rowsChosen.match(action) && action.payload.ids.length === 0;

const requestAllIds = (listRequest: ListRequest) =>
  attempt(
    request('listIds', {
      params: { list: listRequest.list },
      body: { ...criteriaOf(listRequest), sort: listRequest.query.sort },
    }),
  );

function* warnOfLimit(count: number): SagaGenerator<void> {
  yield* call(warn, `The first ${countText(count)} are selected. Act on them, then select the next.`);
}

function* warn(text: string): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'warning', text }));
}
