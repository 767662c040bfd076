/**
 * Keeps the cards true to what is asked: a question that is no longer asked is called off, and an answer to it is never
 * shown. What becomes due at the same time travels together.
 */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, cancel, fork, select, take, type SagaGenerator } from '../effects';
import type { Widget } from '../../contract/dashboard';
import { filterOptionsArrived, filterOptionsFailed, filtersSettled } from '../filters/filters.events';
import { port } from '../ports';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { askCards } from './askCards.saga';
import { cardRetried, cardsArranged, complianceViewChosen, timesheetViewChosen } from './homeDashboard.intents';
import type { CardState } from './homeDashboard.state';
import { selectCardRequests, selectHome, type CardRequest } from './requests.selectors';
import { cardsDue } from './touchCards.saga';

/** Younger than this, what is known is not asked for again on coming back. */
const FRESH_MS = 15_000;

const OCCASIONS = [
  pageMoved,
  filtersSettled,
  filterOptionsArrived,
  filterOptionsFailed,
  cardsArranged,
  complianceViewChosen,
  timesheetViewChosen,
  cardRetried,
  cardsDue,
].map(({ type }) => type);

interface Asking {
  readonly key: string;
  readonly task: Task;
}

export function* loadCards(): SagaGenerator<void> {
  const clock = yield* port('clock');
  const asking = new Map<Widget, Asking>();
  while (true) {
    const action = yield* take(OCCASIONS);
    const now = yield* call(clock.now);
    const wanted = yield* select(selectCardRequests, dayOf(now));
    yield* call(callOff, asking, wanted);
    const { cards } = yield* select(selectHome);
    const due = wanted.filter((each) => isDue(each, cards[each.widget], asking.get(each.widget), action, now));
    if (due.length === 0) continue;
    const task = yield* fork(askCards, due);
    for (const { widget, key } of due) asking.set(widget, { key, task });
  }
}

/** A request goes on as long as one of its cards is still wanted. */
function* callOff(asking: Map<Widget, Asking>, wanted: readonly CardRequest[]): SagaGenerator<void> {
  const left = [...asking].filter(
    ([widget, { key }]) => !wanted.some((each) => each.widget === widget && each.key === key),
  );
  for (const [widget] of left) asking.delete(widget);
  const { cards } = yield* select(selectHome);
  for (const [, { task }] of left) {
    const isNeeded = [...asking].some(([widget, each]) => each.task === task && cards[widget]?.busy);
    if (!isNeeded) yield* cancel(task);
  }
}

function isDue(
  { widget, key }: CardRequest,
  card: CardState | undefined,
  asked: Asking | undefined,
  action: Action,
  now: number,
): boolean {
  const same = card?.key === key ? card : null;
  // Asked for a moment ago, whether or not the store knows it yet.
  if (asked?.task.isRunning() && (same === null || same.busy)) return false;
  if (same === null) return true;
  if (cardRetried.match(action) && action.payload.widget === widget) return true;
  if (cardsDue.match(action) && same.stale) return true;
  return asked === undefined && same.failure === null && !isFresh(same.at, now);
}

const isFresh = (at: number | null, now: number): boolean => at !== null && now - at < FRESH_MS;

/** The day on the wall of whoever looks. */
function dayOf(now: number): string {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
