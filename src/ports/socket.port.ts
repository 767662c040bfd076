import { buffers, eventChannel, END } from 'redux-saga';
import { SOCKET_PATH } from '../../contract';
import type { SocketPort, SocketSignal } from '../../sagas/ports';
import type { Vault } from './secrets.port';

export function createSocketPort(service: string, vault: Vault): SocketPort {
  return {
    open: (context) =>
      eventChannel<SocketSignal>((emit) => {
        const address = new URL(`${service}${SOCKET_PATH}`, window.location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        address.searchParams.set('context', vault.open(context) ?? '');
        vault.wipe([context]);
        const socket = new WebSocket(address);
        socket.onopen = () => emit({ type: 'opened' });
        socket.onmessage = ({ data }) => emit({ type: 'message', data: parse(data) });
        socket.onclose = ({ code }) => {
          emit({ type: 'closed', code });
          emit(END);
        };
        return () => {
          socket.onopen = socket.onmessage = socket.onclose = null;
          socket.close();
        };
      }, buffers.expanding(16)),
  };
}

/** A frame that is not JSON is nobody's message. */
function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}
