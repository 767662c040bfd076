/** Saves the arrangement of the home dashboard's cards. */
import { buffers, type Channel, type Task } from 'redux-saga';
import { pause } from '../../../base/clock.saga';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, cancel, flush, fork, put, race, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { withActionChannel } from '../../../base/withActionChannel.saga';
import { request } from '../../../session/token/request.saga';
import { selectFilters } from '../filters/filters.selectors';
import { filterOptionsArrived } from '../filters/filters.slice';
import { arrangementOf } from './arrangement';
import { widgetText } from './arrangementChanges';
import { selectPermitted } from './cardRequests.selectors';
import { cardsArranged, cardsReset } from './home.slice';
import { isConflict, isSavedKnown, keepSaved, loadSaved, refetched } from './savedPreferences.saga';

/** Several moves in a row are saved once. */
const DEBOUNCE_MS = 600;

type Arranged = ReturnType<typeof cardsArranged>;

/** A late part: saves the arrangement of the cards, one after the other. */
export function* watchCards(): SagaGenerator<void> {
  yield* withActionChannel(cardsArranged.type, buffers.sliding<Arranged>(1), saveInTurn);
}

function* saveInTurn(moves: Channel<Arranged>): SagaGenerator<void> {
  let restoring: Task | null = null;
  // The saved text from which the cards on screen were arranged.
  let before: string | undefined;
  while (true) {
    const move = yield* take(moves);
    if (restoring !== null) yield* cancel(restoring);
    before ??= (yield* select(selectFilters)).options.HOME?.widgetPreferences;
    if (before === undefined) {
      restoring = yield* fork(restoreCards);
      continue;
    }
    before = yield* call(saveCards, yield* call(lastOf, move, moves), before);
    // Moves made meanwhile were of cards that are no longer on screen.
    if (before === undefined) yield* flush(moves);
  }
}

/** The last of several moves in a row. */
function* lastOf(first: Arranged, moves: Channel<Arranged>): SagaGenerator<Arranged> {
  let last = first;
  while (true) {
    const { next } = yield* race({ next: take(moves), settled: call(pause, DEBOUNCE_MS) });
    if (next === undefined) return last;
    last = next;
  }
}

/**
 * Saves an arrangement; Undo, offered once it is saved, restores the one before. Returns the saved text from which the
 * cards on screen are arranged; undefined if they are those of another tab, which has saved meanwhile.
 */
function* saveCards({ payload }: Arranged, before: string): SagaGenerator<string | undefined> {
  const filter = widgetText(payload.cards);
  const saved = yield* attempt(request('saveWidgetPreferences', { body: { filter, before } }, { stays: true }));
  if (saved.failure === null) {
    const undo = cardsArranged({ cards: arrangementOf(before, yield* select(selectPermitted)), undoing: true });
    yield* call(keepSaved, { widgetPreferences: filter });
    yield* put(
      payload.undoing
        ? noticeShown({ tone: 'positive', text: 'The earlier arrangement of your cards is back.' })
        : noticeShown({ tone: 'positive', text: 'Your arrangement of the cards has been saved.', undo }),
    );
    return filter;
  }
  const text = saved.serverText ?? failureText(saved.failure);
  const isReplaced = isConflict(saved.failure) && (yield* call(refetched));
  if (isReplaced) yield* put(cardsReset());
  yield* put(noticeShown({ tone: 'negative', text: isReplaced ? text : `${text} ${STAYS}` }));
  return isReplaced ? undefined : before;
}

const STAYS = 'The cards stay as you see them until you leave; move one to try again.';

/** Drops a change of the default arrangement: it must not replace the user's own, which was not loaded yet. */
function* restoreCards(): SagaGenerator<void> {
  if (!(yield* call(loadSaved))) {
    const text = `Your saved arrangement of the cards could not be loaded. ${STAYS}`;
    yield* put(noticeShown({ tone: 'negative', text }));
    while (!(yield* select(isSavedKnown))) yield* take(filterOptionsArrived);
  }
  yield* put(cardsReset());
  const text = 'Your saved arrangement of the cards has been loaded. Please repeat your change; it was not saved.';
  yield* put(noticeShown({ tone: 'warning', text }));
}
