/** Rows that are chosen to do something with: some of the page, or all that match. */
import { failureText } from '../../base/http/failureText';
import { attempt } from '../../base/http/attempt.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { call, put, select, takeEvery, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { selectChosenIds, selectChosenOf } from './chosenRows.selectors';
import { selectListRequest } from './lists.selectors';
import { listAllChosen, listRowsChosen, rowsChosen } from './lists.slice';

/** Runs with the lists. */
export function* watchChosenRows(): SagaGenerator<void> {
  yield* takeEvery(listRowsChosen, choose);
  yield* takeLeading(listAllChosen, chooseAll);
}

function* choose({ payload: { ids, chosen } }: ReturnType<typeof listRowsChosen>): SagaGenerator<void> {
  const others = (yield* select(selectChosenIds)).filter((id) => !ids.includes(id));
  yield* put(rowsChosen({ of: yield* select(selectChosenOf), ids: chosen ? [...others, ...ids] : others }));
}

function* chooseAll(): SagaGenerator<void> {
  const listRequest = yield* select(selectListRequest);
  if (listRequest === null) return;
  const { list, query, clientId } = listRequest;
  const { filters, q, sort } = query;
  const body = { filters, sort, ...(q !== '' && { q }), ...(clientId !== null && { clientId }) };
  const of = yield* select(selectChosenOf);
  const { failure, answer } = yield* attempt(request('listIds', { params: { list }, body }));
  if (failure) return yield* warn(`Nothing was selected. ${failureText(failure)}`);
  yield* put(rowsChosen({ of, ids: answer.ids }));
  if (answer.complete) return;
  const many = answer.ids.length.toLocaleString('en-US');
  yield* call(warn, `The first ${many} are selected. Do with them what you want to, and then select the next.`);
}

function* warn(text: string): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'warning', text }));
}
