/** Turns dispatched actions into events of a machine, by a table. */
import type {
  ActionCreatorWithOptionalPayload,
  ActionCreatorWithPayload,
  ActionCreatorWithoutPayload,
  PayloadAction,
} from '@reduxjs/toolkit';
import type { Channel, Task } from 'redux-saga';
import { put, takeEvery, type SagaGenerator } from './effects';

/** Maps an action to an event of the machine. */
export interface Forward<Event> {
  readonly type: string;
  readonly toEvent: (action: { readonly type: string }) => Event;
}

type Creator<P> = ActionCreatorWithPayload<P> | ActionCreatorWithoutPayload | ActionCreatorWithOptionalPayload<P>;

/** One line of a machine's table: payloads of this action become events of the machine. */
export function forward<Event, P>(creator: Creator<P>, toEvent: (payload: P) => Event): Forward<Event> {
  return { type: creator.type, toEvent: (action) => toEvent((action as PayloadAction<P>).payload) };
}

/** Forwards until the tasks it returns are cancelled. */
export function* forwardAll<Event extends object>(
  inbox: Channel<Event>,
  table: readonly Forward<Event>[],
): SagaGenerator<readonly Task[]> {
  const tasks: Task[] = [];
  for (const { type, toEvent } of table) {
    const task = yield* takeEvery(type, function* (action: { readonly type: string }) {
      yield* put(inbox, toEvent(action));
    });
    tasks.push(task);
  }
  return tasks;
}
