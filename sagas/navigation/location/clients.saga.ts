/** The facility that managing organizations have chosen for all pages. */
import { fork, put, select, takeEvery, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { clientChoicesArrived, clientChoicesFailed, clientChoicesRequested, clientChosen } from './clients.slice';
import { CLIENT_PARAM, mayChooseClient, selectLocation } from './location.selectors';
import { navigateRequested } from './location.slice';
import { attempt } from '../../base/http/attempt.saga';

/**
 * Loads the facilities and applies the user's choice. Returns immediately for organizations without a choice.
 */
export function* watchClients(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null || !mayChooseClient(user)) return;
  yield* takeEvery(clientChosen, choose);
  yield* takeLatest(clientChoicesRequested, fetchChoices);
  yield* fork(fetchChoices);
}

function* fetchChoices(): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('clientChoices', {}));
  yield* put(failure ? clientChoicesFailed() : clientChoicesArrived(answer));
}

/** In the address, so that a copied link shows the same. Changing it goes to the first page of a list. */
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
