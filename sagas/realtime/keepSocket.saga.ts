/**
 * Keeps a websocket open while somebody is signed in. A fresh ticket for each attempt, full jitter between them,
 * and at once when the network or the eye comes back. What arrives is for the session so far: the logout topic.
 */
import { call, put, race, select, take, type SagaGenerator } from '../effects';
import { SOCKET_CLOSE, socketMessageSchema, type SocketMessage } from '../../contract';
import { CallFailed } from '../../machines/failure';
import { answers } from '../http/answers.saga';
import { request } from '../http/request.saga';
import { port, type SocketSignal } from '../ports';
import { browserOnline, callEndedSession } from '../session/session.events';
import { selectGrant, selectUser } from '../session/session.selectors';
import { pause } from '../time.saga';

const BACKOFF_BASE_MS = 1_000;
const BACKOFF_CAP_MS = 60_000;

export function* keepSocket(): SagaGenerator<void> {
  const random = yield* port('random');
  for (let attempt = 0; ; attempt++) {
    const { opened, closed } = yield* connectOnce();
    if (closed === SOCKET_CLOSE.sessionEnded) return;
    if (opened) attempt = 0;
    const jitter = yield* call(random.next);
    const wait = Math.max(jitter * Math.min(BACKOFF_BASE_MS * 2 ** (attempt + 1), BACKOFF_CAP_MS), BACKOFF_BASE_MS / 2);
    yield* race({ waited: call(pause, wait), online: take(browserOnline) });
  }
}

/** One connection from its ticket to its end, pumped in a call of its own: the end of the channel ends only that. */
function* connectOnce(): SagaGenerator<{ readonly opened: boolean; readonly closed: number | null }> {
  const socket = yield* port('socket');
  let context;
  let matches;
  try {
    ({ context } = yield* request('websocketContext', {}));
    ({ matches } = yield* answers());
  } catch (error) {
    if (error instanceof CallFailed) return { opened: false, closed: null };
    throw error;
  }
  const channel = yield* call(socket.open, context);
  let opened = false;
  try {
    while (true) {
      const signal: SocketSignal = yield* take(channel);
      if (signal.type === 'closed') return { opened, closed: signal.code };
      if (signal.type === 'opened') opened = true;
      else if (matches(socketMessageSchema, signal.data)) yield* hear(signal.data as SocketMessage);
    }
  } finally {
    channel.close();
  }
}

/** Another session of the same user being ended is not this one: both ids must match. */
function* hear(message: SocketMessage): SagaGenerator<void> {
  if (message.topic !== 'logout') return;
  const grant = yield* select(selectGrant);
  const user = yield* select(selectUser);
  if (message.userId === user?.userId && message.tokenIdentifier === grant?.tokenIdentifier)
    yield* put(callEndedSession({ reason: message.reason }));
}
