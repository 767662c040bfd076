/** The session domain: its machine, what reaches it, and what runs beside it. */
import { call, fork, type SagaGenerator } from '../effects';
import { sessionMachine } from '../../machines/session/session.machine';
import type { SessionEvent, SessionInput } from '../../machines/session/session.types';
import { providerSignOutRequested, reconnectRequested, signOutRequested } from '../access/access.intents';
import { signIn } from '../access/signIn.saga';
import { forward, type Forward } from '../machine/forward';
import { runMachine } from '../machine/runMachine';
import { pause } from '../time.saga';
import { endSso } from '../sso/loadSso.saga';
import { checkSession } from './checkSession.saga';
import { endSession } from './endSession.saga';
import { fetchUser } from './fetchUser.saga';
import { listenToPage } from './listenToPage.saga';
import { listenToPeers } from './listenToPeers.saga';
import { peerRenewed, peerSignedIn, peerSignedOut } from './peers.events';
import { renewToken } from './renewToken.saga';
import { sessionActions } from './session.actions';
import { browserOnline, callEndedSession, tokenRejected } from './session.events';

const forwards: readonly Forward<SessionEvent>[] = [
  forward(signOutRequested, (reason) => ({ type: 'SIGN_OUT', reason: reason ?? 'signed_out' })),
  forward(providerSignOutRequested, () => ({ type: 'LEAVE_PROVIDER' })),
  forward(reconnectRequested, () => ({ type: 'RETRY' })),
  forward(browserOnline, () => ({ type: 'ONLINE' })),
  forward(tokenRejected, ({ generation }) => ({ type: 'TOKEN_REJECTED', generation })),
  forward(callEndedSession, ({ reason }) => ({ type: 'ENDED', reason })),
  forward(peerRenewed, ({ grant }) => ({ type: 'PEER_RENEWED', grant })),
  forward(peerSignedIn, ({ tokenIdentifier }) => ({ type: 'PEER_SIGNED_IN', tokenIdentifier })),
  forward(peerSignedOut, ({ tokenIdentifier, reason }) => ({ type: 'PEER_SIGNED_OUT', tokenIdentifier, reason })),
];

/** Runs for as long as the page lives. */
export function* watchSession(input: SessionInput): SagaGenerator<void> {
  yield* fork(listenToPeers);
  yield* fork(listenToPage);
  yield* call(runMachine<typeof sessionMachine>, {
    name: 'session',
    machine: sessionMachine,
    input,
    forwards,
    delay: pause,
    services: { checkSession, renewToken, fetchUser, endSession, endSso, signIn },
    actions: sessionActions,
  });
}
