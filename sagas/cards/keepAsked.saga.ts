/**
 * Keeps the cards of a dashboard true to what is asked: a question that is no longer asked is called off, and an answer to
 * it is never shown.
 */
import type { Action, UnknownAction } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, cancel, fork, select, take, type SagaGenerator } from '../effects';
import { port } from '../ports';
import type { AppState } from '../state';
import type { Card, CardKey } from './card.state';

/** Younger than this, what is known is not asked for again on coming back. */
const FRESH_MS = 15_000;

export interface Question {
  readonly key: CardKey;
}

export interface Cards<Q extends Question> {
  /** Types of the actions after which something else may be asked. */
  readonly occasions: readonly string[];
  /** What is asked now; `today` is the day on the wall of whoever looks. */
  readonly wanted: (state: AppState, today: string) => readonly Q[];
  /** Which card a question is for. */
  readonly idOf: (question: Q) => string;
  readonly known: (state: AppState, id: string) => Card<unknown> | undefined;
  /** Whether this action wants it anew although it is there. */
  readonly again: (action: Action, id: string, card: Card<unknown>) => boolean;
  /** What becomes due at the same time, as it travels: all in one request, or each in its own. */
  readonly parcels: (due: readonly Q[]) => readonly (readonly Q[])[];
  readonly ask: (parcel: readonly Q[]) => SagaGenerator<void>;
}

interface Asking {
  readonly key: CardKey;
  readonly task: Task;
}
type AllAsking = Map<string, Asking>;

export function* keepAsked<Q extends Question>(cards: Cards<Q>): SagaGenerator<void> {
  const clock = yield* port('clock');
  const asking: AllAsking = new Map();
  const { idOf } = cards;
  let action: UnknownAction = { type: 'cards/begun' };
  while (true) {
    const now = yield* call(clock.now);
    const wanted = yield* select(cards.wanted, dayOf(now));
    yield* call(callOff<Q>, cards, asking, wanted);
    const state = yield* select((whole: AppState) => whole);
    const due = wanted.filter((each) => {
      const id = idOf(each);
      return isDue(each.key, cards.known(state, id), asking.get(id), now, (card) => cards.again(action, id, card));
    });
    for (const parcel of due.length === 0 ? [] : cards.parcels(due)) {
      const task = yield* fork(cards.ask, parcel);
      for (const each of parcel) asking.set(idOf(each), { key: each.key, task });
    }
    action = yield* take([...cards.occasions]);
  }
}

/** A request goes on as long as one of its cards is still wanted. */
function* callOff<Q extends Question>(
  { idOf, known }: Cards<Q>,
  asking: AllAsking,
  wanted: readonly Q[],
): SagaGenerator<void> {
  const left = [...asking].filter(([id, { key }]) => !wanted.some((each) => idOf(each) === id && each.key === key));
  for (const [id] of left) asking.delete(id);
  const state = yield* select((whole: AppState) => whole);
  for (const [, { task }] of left) {
    const isNeeded = [...asking].some(([id, each]) => each.task === task && known(state, id)?.busy);
    if (!isNeeded) yield* cancel(task);
  }
}

function isDue(
  key: CardKey,
  card: Card<unknown> | undefined,
  asked: Asking | undefined,
  now: number,
  again: (card: Card<unknown>) => boolean,
): boolean {
  const same = card?.key === key ? card : null;
  // Asked for a moment ago, whether or not the store knows it yet.
  if (asked?.task.isRunning() && (same === null || same.busy)) return false;
  if (same === null || again(same)) return true;
  // Busy with nobody asking: it was called off on the way.
  return asked === undefined && (same.busy || (same.failure === null && !isFresh(same.at, now)));
}

const isFresh = (at: number | null, now: number): boolean => at !== null && now - at < FRESH_MS;

function dayOf(now: number): string {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
