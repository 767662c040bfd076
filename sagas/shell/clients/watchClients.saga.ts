/** The facility that everything below the root of managing organisations is narrowed down to. */
import { fork, put, select, takeEvery, takeLatest, type SagaGenerator } from '../../effects';
import { CallFailed } from '../../../machines/failure';
import { request } from '../../http/request.saga';
import { selectUser } from '../../session/session.selectors';
import { navigateRequested } from '../navigation/navigation.actions';
import { CLIENT_PARAM, mayChooseClient, selectLocation } from '../shell.selectors';
import { clientChoicesWanted, clientChosen } from './clients.intents';
import { clientChoicesArrived, clientChoicesFailed } from './clients.reducer';

export function* watchClients(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null || !mayChooseClient(user)) return;
  yield* takeEvery(clientChosen, choose);
  yield* takeLatest(clientChoicesWanted, fetchChoices);
  yield* fork(fetchChoices);
}

function* fetchChoices(): SagaGenerator<void> {
  try {
    yield* put(clientChoicesArrived(yield* request('clientChoices', {})));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(clientChoicesFailed());
  }
}

/** The address says it, so that a copied link shows the same. Another facility begins at the first page of a list. */
function* choose({ payload: { clientId } }: ReturnType<typeof clientChosen>): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  if (location === null) return;
  const query = new URLSearchParams(location.search);
  query.delete('page');
  if (clientId === null) query.delete(CLIENT_PARAM);
  else query.set(CLIENT_PARAM, clientId);
  const search = query.toString();
  yield* put(navigateRequested({ to: location.pathname + (search && `?${search}`), replace: true }));
}
