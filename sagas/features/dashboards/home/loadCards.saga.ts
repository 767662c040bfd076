/**
 * Loads the cards of the home dashboard: those that need loading at the same moment in one request, each shown as soon
 * as it arrives.
 */
import type { Widget } from '../../../../contract/dashboards/widgets';
import { CallFailed } from '../../../../machines/failure';
import { pause } from '../../../base/clock.saga';
import { attempt } from '../../../base/http/attempt.saga';
import { endpointCatalog } from '../../../base/http/send.saga';
import { port } from '../../../base/ports/ports';
import { call, put, select, take, takeMaybe, type SagaGenerator } from '../../../base/runtime/effects';
import { pageMoved } from '../../../navigation/location/location.slice';
import { request } from '../../../session/token/request.saga';
import { snapshotArrived, type eventsApplied } from '../../notifications/feed/feed.slice';
import type { recordActionsDone } from '../../recordActions/recordActions.intents';
import { reloadCards } from '../cards/reloadCards.saga';
import { filterOptionsArrived, filterOptionsFailed, filtersInitialized } from '../filters/filters.slice';
import { selectCardRequests, selectHome, type HomeCardRequest } from './cardRequests.selectors';
import {
  cardFailed,
  cardLoaded,
  cardRequested,
  cardRetried,
  cardsArranged,
  cardsMarkedStale,
  staleCardsDue,
} from './home.slice';
import { staleAfter, widgetOf, type WidgetAnswer } from './widgets';
import { attentionMoved, selectAttention } from '../../notifications/toasts/toasts.slice';

const RELOAD_ON = [
  pageMoved,
  filtersInitialized,
  filterOptionsArrived,
  filterOptionsFailed,
  cardsArranged,
  cardRetried,
  staleCardsDue,
].map(({ type }) => type);

/** Requests the cards that are missing or stale, several in one request. Runs until it is cancelled. */
export const loadCards = (): SagaGenerator<void> =>
  reloadCards({
    reloadOn: RELOAD_ON,
    selectRequests: selectCardRequests,
    selectCards: (state: Parameters<typeof selectHome>[0]) => selectHome(state).cards,
    load: loadBatch,
    batches: 'together',
  });

function* loadBatch(requests: readonly HomeCardRequest[]): SagaGenerator<void> {
  for (const { widget, key } of requests) yield* put(cardRequested({ widget, key }));
  const waiting = new Set(requests);
  const [first] = requests;
  const isAlone = first !== undefined && requests.length === 1;
  const { failure } = yield* attempt(isAlone ? loadOne(first) : loadStream(requests, waiting));
  if (failure !== null) for (const { widget, key } of waiting) yield* put(cardFailed({ widget, key, failure }));
}

function* loadOne(card: HomeCardRequest): SagaGenerator<void> {
  yield* show(card, yield* request(card.call, { body: card.body }));
}

/** Removes arrived cards from `waiting`, so that a failure affects only the rest. */
function* loadStream(requests: readonly HomeCardRequest[], waiting: Set<HomeCardRequest>): SagaGenerator<void> {
  const http = yield* port('http');
  const calls = requests.map(({ call: name, body }) => ({ call: name, body }));
  const stream = yield* request('dashboardBatch', { body: { calls } });
  const lines = yield* call(http.lines, stream);
  try {
    while (waiting.size > 0) {
      const received = yield* takeMaybe(lines);
      // A stream that ends early is a lost connection.
      if (received.type !== 'line') throw new CallFailed({ kind: 'unreachable' });
      const { index, status, body, error } = received.value as BatchLine;
      const card = requests[index];
      if (card === undefined || !waiting.delete(card)) continue;
      const { failure } = yield* attempt(showLine(card, status, status === 200 ? body : error));
      if (failure !== null) yield* put(cardFailed({ widget: card.widget, key: card.key, failure }));
    }
  } finally {
    lines.close();
  }
}

interface BatchLine {
  readonly index: number;
  readonly status: number;
  readonly body?: unknown;
  readonly error?: unknown;
}

function* showLine(card: HomeCardRequest, status: number, body: unknown): SagaGenerator<void> {
  const { readAnswer } = yield* endpointCatalog();
  const clock = yield* port('clock');
  const now = yield* call(clock.now);
  yield* show(card, readAnswer(card.call, { status, body, retryAfterSeconds: null }, now));
}

function* show(card: HomeCardRequest, answer: WidgetAnswer): SagaGenerator<void> {
  const { widget, key } = card;
  const clock = yield* port('clock');
  yield* put(cardLoaded({ widget, key, data: widgetOf(widget).read(answer, card), at: yield* call(clock.now) }));
}

/** Marks the cards that these notifications concern, so that they are loaded again. */
export function* markStaleCards({ payload }: ReturnType<typeof eventsApplied>): SagaGenerator<void> {
  const categories = new Set(payload.events.map(({ notification }) => notification?.categoryCode));
  const widgets = [...categories].flatMap((category) => (category === undefined ? [] : staleAfter(category)));
  if (widgets.length > 0) yield* put(cardsMarkedStale({ widgets: [...new Set(widgets)] }));
}

/** After a gap a snapshot may replace any event, and no event reports the user's own actions. */
export function* markAllStale(
  action: ReturnType<typeof snapshotArrived> | ReturnType<typeof recordActionsDone>,
): SagaGenerator<void> {
  if (snapshotArrived.match(action) && !action.payload.isAfterGap) return;
  const { cards } = yield* select(selectHome);
  yield* put(cardsMarkedStale({ widgets: Object.keys(cards) as Widget[] }));
}

/** At most one reload in this time (ms), however many events arrive. */
const RELOAD_MS = 2_000;

/** A hidden tab waits until it is visible. */
export function* reloadStaleCards(): SagaGenerator<void> {
  while (true) {
    const action = yield* take([cardsMarkedStale, cardLoaded]);
    // An answer is already stale if an event arrived during the request.
    if (cardLoaded.match(action) && !(yield* select(selectHome)).cards[action.payload.widget]?.stale) continue;
    yield* call(pause, RELOAD_MS);
    while ((yield* select(selectAttention))?.visible === false) yield* take(attentionMoved);
    yield* put(staleCardsDue());
  }
}
