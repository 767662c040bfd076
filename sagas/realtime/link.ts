/** One socket of this tab, from its ticket to its end, in the steps of the realtime machine. */
import { END, type EventChannel } from 'redux-saga';
import { call, put, takeMaybe, type SagaGenerator } from '../effects';
import { SOCKET_CLOSE, socketMessageSchema, type SocketMessage } from '../../contract';
import { CallFailed } from '../../machines/failure';
import type { PumpResult } from '../../machines/realtime/realtime.machine';
import type { SecretRef } from '../../machines/secret';
import { answers } from '../http/answers.saga';
import { request } from '../http/request.saga';
import { linkLost } from '../notifications/notifications.events';
import { port, type SocketSignal } from '../ports';
import { hearMessages } from './hearMessage.saga';

function* messagesOf(data: unknown): SagaGenerator<readonly SocketMessage[]> {
  const { matches } = yield* answers();
  return (Array.isArray(data) ? (data as readonly unknown[]) : [data]).filter((each): each is SocketMessage =>
    matches(socketMessageSchema, each),
  );
}

export function* fetchTicket(): SagaGenerator<SecretRef> {
  return (yield* call(request<'websocketContext'>, 'websocketContext', {})).context;
}

/** The socket outlives the steps that use it, so it is held here. */
export function createLink() {
  let channel: EventChannel<SocketSignal> | null = null;

  function* closeSocket(): SagaGenerator<void> {
    channel?.close();
    channel = null;
  }

  /** Returns once it is open. What it hears before anybody pumps is kept by the channel. */
  function* openSocket({ ticket }: { readonly ticket: SecretRef }): SagaGenerator<void> {
    yield* closeSocket();
    const socket = yield* port('socket');
    channel = yield* call(socket.open, ticket);
    const signal = yield* next(channel);
    if (signal?.type !== 'opened') throw new CallFailed({ kind: 'unreachable' });
  }

  function* pump(): SagaGenerator<PumpResult> {
    const clock = yield* port('clock');
    try {
      while (channel !== null) {
        const signal = yield* next(channel);
        if (signal === null) return 'lost';
        if (signal.type === 'closed') return signal.code === SOCKET_CLOSE.sessionEnded ? 'sessionEnded' : 'lost';
        if (signal.type === 'message') yield* hearMessages(yield* messagesOf(signal.data));
      }
      return 'lost';
    } finally {
      yield* put(linkLost({ at: yield* call(clock.now) }));
    }
  }

  return { fetchTicket, openSocket, pump, closeSocket };
}

/** Null at the end of the channel, which would end a saga that simply takes from it. */
function* next(channel: EventChannel<SocketSignal>): SagaGenerator<SocketSignal | null> {
  const signal: SocketSignal | typeof END = yield* takeMaybe(channel);
  return isEnd(signal) ? null : signal;
}

const isEnd = (signal: SocketSignal | typeof END): signal is typeof END => signal.type === END.type;
