/** The session machine: its events and services. */
import { CallFailed } from '../../../machines/failure';
import { sessionMachine } from '../../../machines/session/session.machine';
import type { SessionCheckResult, SessionEvent, SessionInput } from '../../../machines/session/session.types';
import { pause } from '../../base/clock.saga';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { whileActive } from '../activeSession.saga';
import {
  callEndedSession,
  tokenRejected,
  providerSignOutRequested,
  reconnectRequested,
  signOutPending,
  signOutRequested,
} from '../session.events';
import { selectUser } from '../session.selectors';
import {
  listenToPeers,
  peerFetchedUser,
  peerRenewed,
  peerSignedIn,
  peerSignedOut,
  peerTokenRequested,
} from '../tabs/peers.saga';
import { fetchUserBy, type CallsOf } from './fetchUser.saga';
import { finishSignOut, pendingSignOut, savePendingSignOut } from './pendingSignOut.saga';
import { sessionActions } from './sessionMachine.actions';
import { loadSso, saveSso, takeSignedOutReason } from './storedSso.saga';
import { browserOnline, pageBecameVisible, listenToPage } from '../../base/pageSignals.saga';
import { attempt } from '../../base/http/attempt.saga';
import type { Services } from '../../base/runtime/runMachine.types';
import { handOverToken, renewToken } from './renewToken.saga';
import { send } from '../../base/http/send.saga';

const forwards: readonly Forward<SessionEvent>[] = [
  forward(signOutRequested, (reason) => ({ type: 'SIGN_OUT', reason: reason ?? 'signed_out' })),
  forward(providerSignOutRequested, () => ({ type: 'LEAVE_PROVIDER' })),
  forward(signOutPending, ({ tokenIdentifier }) => ({ type: 'SIGN_OUT_PENDING', tokenIdentifier })),
  forward(reconnectRequested, () => ({ type: 'RETRY' })),
  forward(browserOnline, () => ({ type: 'ONLINE' })),
  forward(tokenRejected, ({ generation }) => ({ type: 'TOKEN_REJECTED', generation })),
  forward(callEndedSession, ({ reason }) => ({ type: 'ENDED', reason })),
  forward(peerRenewed, ({ grant }) => ({ type: 'PEER_RENEWED', grant })),
  forward(peerFetchedUser, ({ tokenIdentifier, user }) => ({ type: 'PEER_FETCHED_USER', tokenIdentifier, user })),
  forward(peerSignedIn, ({ tokenIdentifier }) => ({ type: 'PEER_SIGNED_IN', tokenIdentifier })),
  forward(peerSignedOut, (message) => ({ ...message, type: 'PEER_SIGNED_OUT' })),
];

/**
 * Runs for as long as the page lives. The services for signing in and for ending a session at its identity provider are
 * passed in.
 */
export function* watchSession(
  input: SessionInput,
  { signIn, endSso }: Pick<Services<typeof sessionMachine>, 'signIn' | 'endSso'>,
): SagaGenerator<void> {
  yield* fork(listenToPeers);
  yield* takeEvery(peerTokenRequested, handOverToken);
  yield* fork(whileActive, verifyWhenVisible);
  yield* fork(listenToPage);
  yield* call(runMachine<typeof sessionMachine>, {
    name: 'session',
    machine: sessionMachine,
    input,
    forwards,
    delay: pause,
    services: {
      checkSession,
      renewToken,
      fetchUser: fetchUserBy(callsOf),
      endSession,
      finishSignOut,
      endSso,
      signIn,
    },
    actions: sessionActions,
  });
}

/**
 * Checks with the server whether the refresh cookie belongs to a live session, unless the page was served without one.
 * Throws CallFailed.
 */
export function* checkSession({ known }: SessionInput): SagaGenerator<SessionCheckResult> {
  const ssoPort = yield* port('sso');
  const last = yield* loadSso();
  // The page was opened for single sign-on, so an earlier origin does not matter.
  const sso = (yield* call(ssoPort.request)) === null ? last : null;
  const pending = yield* pendingSignOut();
  if (pending !== null) return { status: 'out', reason: 'signed_out', pendingSignOut: pending, sso: null };
  if (known === 'signedOut') return { status: 'out', reason: yield* takeSignedOutReason(), pendingSignOut: null, sso };
  const answer = yield* send('sessionCheck', {});
  if (answer.accessStatus === 'LOGGED_OUT') {
    const reason = answer.reason ?? (yield* takeSignedOutReason());
    return { status: 'out', reason, pendingSignOut: null, sso };
  }
  if (answer.userName === undefined) throw new CallFailed({ kind: 'badAnswer' });
  // A leftover request would start single sign-on after the sign-out.
  yield* call(ssoPort.take);
  return { status: 'in', userName: answer.userName, sso: last };
}

/** Ends the session on the server by its cookie; the token is already removed. Throws CallFailed. */
export function* endSession({ tokenIdentifier }: { readonly tokenIdentifier: string }): SagaGenerator<void> {
  // A deliberate sign-out is complete: the next page has nothing to finish at the identity provider.
  yield* saveSso(null);
  yield* savePendingSignOut(tokenIdentifier);
  yield* finishSignOut({ tokenIdentifier });
}

/** A page that was asleep or cached may have missed the end of its session. */
function* verifyWhenVisible(): SagaGenerator<void> {
  yield* takeEvery(pageBecameVisible, verifySession);
}

/** A failed check changes nothing. */
function* verifySession(): SagaGenerator<void> {
  const { answer } = yield* attempt(send('sessionCheck', {}));
  if (answer?.accessStatus === 'LOGGED_OUT') yield* put(callEndedSession({ reason: answer.reason ?? 'expired' }));
  const user = yield* select(selectUser);
  // Another user may have signed in in another tab, whose message was missed.
  if (answer?.userName && answer.userName !== user?.userName) yield* put(callEndedSession({ reason: 'other_user' }));
}

/** The machine itself renews the token. */
const callsOf: CallsOf =
  ({ token }) =>
  (name, input) =>
    send(name, input, token);
