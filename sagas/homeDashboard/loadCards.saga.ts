/**
 * Keeps the cards true to what is asked: a question that is no longer asked is called off, an answer to it is never
 * shown, and each card is asked on its own, so that it is drawn with its own answer.
 */
import type { Task } from 'redux-saga';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { Widget } from '../../contract/dashboard';
import { filterOptionsArrived, filterOptionsFailed, filtersSettled } from '../filters/filters.events';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { READERS, type CardData, type WidgetQuestion } from './cards';
import { cardRetried, cardsArranged, complianceViewChosen, timesheetViewChosen } from './homeDashboard.intents';
import { cardArrived, cardAsked, cardFailed } from './homeDashboard.reducer';
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
    for (const [widget, { key, task }] of asking) {
      if (wanted.some((each) => each.widget === widget && each.key === key)) continue;
      yield* cancel(task);
      asking.delete(widget);
    }
    const { cards } = yield* select(selectHome);
    for (const each of wanted) {
      const card = cards[each.widget];
      const known = asking.get(each.widget);
      if (known?.task.isRunning()) continue;
      const again =
        (cardRetried.match(action) && action.payload.widget === each.widget) ||
        (cardsDue.match(action) && card?.stale === true);
      const isThere = card?.key === each.key && (known !== undefined || isFresh(card.at, now) || card.failure !== null);
      if (isThere && !again) continue;
      asking.set(each.widget, { key: each.key, task: yield* fork(loadCard, each) });
    }
  }
}

const isFresh = (at: number | null, now: number): boolean => at !== null && now - at < FRESH_MS;

/** The day on the wall of whoever looks. */
function dayOf(now: number): string {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function* loadCard(question: CardRequest): SagaGenerator<void> {
  const clock = yield* port('clock');
  const { widget, call: name, body, key } = question;
  yield* put(cardAsked({ widget, key }));
  try {
    const answer: unknown = yield* call(request<typeof name>, name, { body });
    const read = READERS[widget] as (answer: unknown, question: WidgetQuestion) => CardData;
    yield* put(cardArrived({ widget, key, data: read(answer, question), at: yield* call(clock.now) }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(cardFailed({ widget, key, failure: error.failure }));
  }
}
