/**
 * Queries too long for an address: this browser's are sent to the server as well, and unknown ones in a link are
 * fetched from it. A late part, because such queries are rare.
 */
import { attempt } from '../../../base/http/attempt.saga';
import { port } from '../../../base/ports/ports';
import { retryUntilAnswered } from '../../../base/retry.saga';
import { call, cancel, fork, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { selectLocation, selectQuery } from '../../../navigation/location/location.selectors';
import { pageMoved } from '../../../navigation/location/location.slice';
import { STORED_QUERY_PARAM } from '../../../navigation/routes/queryText';
import { request } from '../../../session/token/request.saga';

const ID = /^[0-9a-f]{8}$/;

/** Runs while someone is signed in: for the page at the address, and after each move. */
export function* watchStoredQueries(): SagaGenerator<void> {
  const sent = new Set<string>();
  while (true) {
    const work = yield* fork(shareOrFetch, sent);
    yield* take(pageMoved);
    // A late answer must not lead back to the page that was left.
    yield* cancel(work);
  }
}

function* shareOrFetch(sent: Set<string>): SagaGenerator<void> {
  const page = yield* port('page');
  const location = yield* select(selectLocation);
  if (location === null) return;
  const wanted = (yield* select(selectQuery)).get(STORED_QUERY_PARAM);
  if (wanted !== null) return yield* call(fetchStored, location.pathname, wanted);
  const id = yield* call(page.storedQueryId, location.search);
  if (id === null || sent.has(id)) return;
  const { failure } = yield* attempt(request('storeQuery', { body: { id, search: location.search } }, { stays: true }));
  if (failure === null) sent.add(id);
}

/** An unknown id stays in the address, and the page shows a message; a server out of reach is asked again. */
function* fetchStored(pathname: string, id: string): SagaGenerator<void> {
  const { answer } = ID.test(id)
    ? yield* attempt(retryUntilAnswered(() => request('storedQuery', { params: { id } }, { stays: true })))
    : { answer: null };
  const page = yield* port('page');
  if (answer !== null) yield* call(page.replace, pathname + answer.search);
}
