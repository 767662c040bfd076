/** A chat over a socket that sagas hold: a call opens it, and its method sends messages. */
import createSagaMiddleware, { type EventChannel, type SagaMiddlewareOptions, type Task } from 'redux-saga';
import { apply, call, cancel, fork, put, take } from 'redux-saga/effects';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { defineApp } from '..';
import { connect, messagesOf, type Socket } from './apis';

interface State {
  readonly received: readonly string[];
  readonly room: string | null;
}

function reducer(state: State = { received: [], room: null }, action: UnknownAction): State {
  switch (action.type) {
    case 'chat/joined':
      return { ...state, room: action['room'] as string };
    case 'chat/received':
      return { ...state, received: [...state.received, action['text'] as string] };
    case 'chat/left':
      return { ...state, room: null };
    default:
      return state;
  }
}

function* listen(socket: Socket): Generator<unknown, void, never> {
  const messages: EventChannel<string> = yield call(messagesOf, socket);
  try {
    while (true) yield put({ type: 'chat/received', text: yield take(messages) });
  } finally {
    messages.close();
  }
}

function* speak(socket: Socket): Generator<unknown, void, never> {
  while (true) {
    const { text }: { readonly text: string } = yield take('chat/said');
    yield apply(socket, socket.send, [text]);
  }
}

function* root(): Generator<unknown, void, never> {
  while (true) {
    const { room }: { readonly room: string } = yield take('chat/join');
    const socket: Socket = yield call(connect, room);
    const tasks: readonly Task[] = [yield fork(listen, socket), yield fork(speak, socket)];
    yield put({ type: 'chat/joined', room });
    yield take('chat/leave');
    yield cancel([...tasks]);
    yield call([socket, 'close']);
    yield put({ type: 'chat/left' });
  }
}

export function createChat(options?: SagaMiddlewareOptions) {
  const sagas = createSagaMiddleware(options);
  const store = configureStore({ reducer, middleware: (defaults) => defaults({ thunk: false }).concat(sagas) });
  return { store, start: () => sagas.run(root) };
}

export const app = defineApp({ name: 'chat', boot: (harness) => createChat(harness) });
