/** Loads the cards on the screen as they become due, and cancels requests that no card on the screen needs. */
import type { Task } from 'redux-saga';
import { pause } from '../../../base/clock.saga';
import { AFTER_MIDNIGHT_MS, localDayAt, toNextLocalDay } from '../../../base/dates';
import { call, cancel, fork, race, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { port } from '../../../base/ports/ports';
import { departmentsArrived } from '../filters/filters.slice';
import { isDue, type Card, type CardKey, type CardRequest } from './card';

/** `S` and `T` are the parts of the store that the two selectors read. */
export interface CardLoading<S, T, R extends CardRequest> {
  /** Types of the actions after which cards may need loading. */
  readonly reloadOn: readonly string[];
  /** The cards on the screen; `today` is the user's day, YYYY-MM-DD. */
  readonly selectRequests: (state: S, today: string) => readonly R[];
  readonly selectCards: (state: T) => Readonly<Record<string, Card<unknown> | undefined>>;
  /** Sends the cards that need loading at the same moment. */
  readonly load: (requests: readonly R[]) => SagaGenerator<void>;
  /** All of them in one `load`, or each card in its own. */
  readonly batches: 'together' | 'oneByOne';
}

/** The request sent for a card since it appeared on the screen. */
interface Sent {
  readonly key: CardKey;
  readonly task: Task;
}

/** The browsers of a time zone do not all reload at the same second. */
const SPREAD_MS = 60_000;

/**
 * Loads the cards on screen and keeps them up to date, also soon after midnight, when their periods move by a day.
 * Requests that no card needs any longer are cancelled. Never returns.
 */
export function* reloadCards<S, T, R extends CardRequest>(cards: CardLoading<S, T, R>): SagaGenerator<void> {
  const { reloadOn, selectRequests, selectCards, load, batches } = cards;
  const [clock, random] = [yield* port('clock'), yield* port('random')];
  const late = AFTER_MIDNIGHT_MS + Math.round(SPREAD_MS * (yield* call(random.next)));
  const sent = new Map<string, Sent>();
  let day: string | null = null;
  while (true) {
    const now = yield* call(clock.now);
    const serverDay = localDayAt(now - late);
    const isNextDay = day !== null && day !== serverDay;
    day = serverDay;
    const requests = yield* select(selectRequests, localDayAt(now));
    const known = yield* select(selectCards);
    yield* call(cancelUnneeded, sent, isNextDay ? [] : requests, known);
    const due = requests.filter((request) => {
      const own = sent.get(request.id);
      return isNextDay || isDue(request, known[request.id], own && { isRunning: own.task.isRunning() }, now);
    });
    for (const batch of batches === 'together' && due.length > 0 ? [due] : due.map((request) => [request])) {
      const task = yield* fork(load, batch);
      for (const { id, key } of batch) sent.set(id, { key, task });
    }
    const causes = [...reloadOn, departmentsArrived.type];
    if (requests.length === 0) yield* take(causes);
    else yield* race({ acted: take(causes), nextDay: call(pause, toNextLocalDay(now - late)) });
  }
}

/** A request continues while one of its cards still waits for it. */
function* cancelUnneeded(
  sent: Map<string, Sent>,
  requests: readonly CardRequest[],
  cards: Readonly<Record<string, Card<unknown> | undefined>>,
): SagaGenerator<void> {
  const gone = [...sent].filter(([id, { key }]) => !requests.some((each) => each.id === id && each.key === key));
  for (const [id] of gone) sent.delete(id);
  for (const [, { task }] of gone) {
    const isNeeded = [...sent].some(([id, each]) => each.task === task && cards[id]?.busy);
    if (!isNeeded) yield* cancel(task);
  }
}
