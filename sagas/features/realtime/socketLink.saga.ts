/** One socket of this tab, from its ticket to its close, in the steps of the realtime machine. */
import { END, type EventChannel } from 'redux-saga';
import type { ChatChanges } from '../../../contract/chat/chat';
import type { NotificationEvent } from '../../../contract/notifications/notification';
import { SOCKET_CLOSE, type SocketMessage } from '../../../contract/notifications/realtime.endpoints';
import { CallFailed } from '../../../machines/failure';
import type { ReadLoopResult } from '../../../machines/realtime/realtime.machine';
import type { SecretRef } from '../../../machines/references';
import { attempt } from '../../base/http/attempt.saga';
import { endpointCatalog } from '../../base/http/send.saga';
import { port } from '../../base/ports/ports';
import type { SocketSignal } from '../../base/ports/network';
import { call, put, select, takeMaybe, type SagaGenerator } from '../../base/runtime/effects';
import { callEndedSession } from '../../session/session.events';
import { selectGrant, selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { USUAL_SPREAD_MS } from './probeServer.saga';
import { chatChangesReceived, eventsReceived, linkLost, recordsChanged } from './realtime.slice';

function* messagesOf(data: unknown): SagaGenerator<readonly SocketMessage[]> {
  const { accepts } = yield* endpointCatalog();
  return (Array.isArray(data) ? (data as readonly unknown[]) : [data]).filter((each): each is SocketMessage =>
    accepts('socketMessage', each),
  );
}

/** A ticket for one websocket. Throws CallFailed. */
export function* fetchTicket(): SagaGenerator<SecretRef> {
  return (yield* request('websocketContext', {})).context;
}

/** What other features do with what arrives, handed in by the app. */
export interface LinkUses {
  /** Fetches the events missed since the last known one. Throws CallFailed. */
  readonly catchUp: () => SagaGenerator<void>;
}

/** The socket is kept here because it outlives the steps that use it. */
export function createLink(uses: LinkUses) {
  let channel: EventChannel<SocketSignal> | null = null;
  let spreadMs = USUAL_SPREAD_MS;

  function* closeSocket(): SagaGenerator<void> {
    channel?.close();
    channel = null;
  }

  /** Returns once it is open. The channel buffers messages until the read loop starts. */
  function* openSocket({ ticket }: { readonly ticket: SecretRef }): SagaGenerator<void> {
    yield* closeSocket();
    const socket = yield* port('socket');
    channel = yield* call(socket.open, ticket);
    const signal = yield* next(channel);
    if (signal?.type !== 'opened') throw new CallFailed({ kind: 'unreachable' });
  }

  function* readLoop(): SagaGenerator<ReadLoopResult> {
    const clock = yield* port('clock');
    try {
      while (channel !== null) {
        const signal = yield* next(channel);
        if (signal === null) return 'lost';
        if (signal.type === 'closed') return signal.code === SOCKET_CLOSE.sessionEnded ? 'sessionEnded' : 'lost';
        if (signal.type !== 'message') continue;
        const messages = yield* messagesOf(signal.data);
        for (const message of messages) if ('events' in message) spreadMs = message.spreadMs ?? spreadMs;
        yield* handleMessages(messages, uses);
      }
      return 'lost';
    } finally {
      // Not after the session has ended, because the next session has not lost a connection.
      if (yield* select(selectGrant)) yield* put(linkLost({ at: yield* call(clock.now) }));
    }
  }

  return { fetchTicket, openSocket, readLoop, closeSocket, spreadMs: () => spreadMs };
}

/** Null at the end of the channel, because END would terminate a saga that simply takes from it. */
function* next(channel: EventChannel<SocketSignal>): SagaGenerator<SocketSignal | null> {
  const signal: SocketSignal | typeof END = yield* takeMaybe(channel);
  return isEnd(signal) ? null : signal;
}

const isEnd = (signal: SocketSignal | typeof END): signal is typeof END => signal.type === END.type;

/** In order. Consecutive events are handled together, since the events of all topics are one sequence. */
function* handleMessages(messages: readonly SocketMessage[], uses: LinkUses): SagaGenerator<void> {
  let events: NotificationEvent[] = [];
  for (const message of messages) {
    if ('events' in message && !message.reset) {
      events.push(...message.events);
      continue;
    }
    yield* shareEvents(events);
    events = [];
    yield* handleMessage(message, uses);
  }
  yield* shareEvents(events);
}

/**
 * More events at the same time are a flood: the other tabs get its newest for their toasts, find the gap, and fetch the
 * rest.
 */
const FLOOD = 200;
const NEWEST_OF_FLOOD = 10;

/** To this tab's features and, from the leading tab, to all other tabs. */
function* shareEvents(events: readonly NotificationEvent[]): SagaGenerator<void> {
  if (events.length === 0) return;
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant)
    yield* call(peers.post, {
      type: 'events',
      tokenIdentifier: grant.tokenIdentifier,
      events: events.length > FLOOD ? events.slice(-NEWEST_OF_FLOOD) : events,
    });
  yield* put(eventsReceived({ events }));
}

/** Other messages of the server, to the features they concern. */
function* handleMessage(message: SocketMessage, { catchUp }: LinkUses): SagaGenerator<void> {
  switch (message.topic) {
    case 'logout':
      return yield* handleLogout(message);
    case 'notifications':
    case 'broadcasts':
    case 'roleUpdates':
      // After a failure the next gap, or the next connection, fetches them.
      return void (yield* attempt(catchUp()));
    case 'chat':
      return yield* shareChat(message.changes);
    case 'records':
      return yield* shareRecords(message.recordIds);
  }
}

/** To this tab and the others of this browser, because all show the badge. */
function* shareChat(changes: ChatChanges): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'chat', tokenIdentifier: grant.tokenIdentifier, changes });
  yield* put(chatChangesReceived({ changes }));
}

/** To this tab and the others of this browser, because any may show one of these records. */
function* shareRecords(ids: readonly string[]): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'records', tokenIdentifier: grant.tokenIdentifier, ids });
  yield* put(recordsChanged({ ids }));
}

/** Ignores the end of another session of the same user: both ids must match. */
function* handleLogout(message: Extract<SocketMessage, { readonly topic: 'logout' }>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  const user = yield* select(selectUser);
  if (message.userId === user?.userId && message.tokenIdentifier === grant?.tokenIdentifier)
    yield* put(callEndedSession({ reason: message.reason }));
}
