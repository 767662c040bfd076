/** Loads the sessions that the page at the address shows, and again after one has been ended. */
import type { Task } from 'redux-saga';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, cancel, fork, put, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { selectResolution } from '../../navigation/location/location.selectors';
import { pageMoved } from '../../navigation/location/location.slice';
import { currentUser } from '../../session/activeSession.saga';
import { request } from '../../session/token/request.saga';
import { actionDone } from '../confirmations/confirmations.slice';
import {
  sessionsArrived,
  sessionsFailed,
  sessionsReducers,
  sessionsReloadRequested,
  sessionsRequested,
  type SessionsOf,
} from './sessions.slice';

/**
 * A late part: loads the sessions that the page lists, one's own or a user's, and again after each confirmed action.
 */
export function* watchSessions(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, sessionsReducers);
  yield* takeEvery(actionDone, reload);
  yield* call(followPage);
}

/** The list may be outdated whether or not the call succeeded. */
function* reload(): SagaGenerator<void> {
  yield* put(sessionsReloadRequested());
}

/** Another page cancels the call for the one before. */
function* followPage(): SagaGenerator<void> {
  let of: SessionsOf | null = null;
  let loading: Task | null = null;
  let again = false;
  while (true) {
    const wanted: SessionsOf | null = yield* sessionsHere();
    const isSame = JSON.stringify(wanted) === JSON.stringify(of);
    if (!isSame || again) {
      if (loading !== null) yield* cancel(loading);
      of = wanted;
      yield* put(sessionsRequested({ of, again: isSame }));
      loading = of === null ? null : yield* fork(load, of);
    }
    const { type } = yield* take([pageMoved.type, sessionsReloadRequested.type]);
    again = type === sessionsReloadRequested.type;
  }
}

/** Whose sessions the page shows; the user's own are only shown in the profile. */
function* sessionsHere(): SagaGenerator<SessionsOf | null> {
  const resolution = yield* select(selectResolution);
  if (resolution.kind !== 'screen') return null;
  const { route, params } = resolution;
  if (route.screen === 'security') return 'own';
  const { userId } = params;
  if (route.screen !== 'userForm' || userId === undefined) return null;
  const user = yield* currentUser();
  return userId === user.userId ? null : { userId };
}

function* load(of: SessionsOf): SagaGenerator<void> {
  const work = of === 'own' ? request('ownSessions', {}) : request('userSessions', { params: of });
  const { failure, answer: sessions } = yield* attempt(work);
  yield* put(failure ? sessionsFailed({ failure }) : sessionsArrived({ sessions }));
}
