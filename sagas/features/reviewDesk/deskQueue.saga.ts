/** The queue of the review desk: that of the facility and the filters in the address, also when they change. */
import type { ReviewQueue } from '../../../machines/reviewDesk/reviewDesk.machine';
import { call, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { selectQuery } from '../../navigation/location/location.selectors';
import { pageMoved } from '../../navigation/location/location.slice';
import { DESK_PARAM } from '../../navigation/routes/backOffice.sections';
import { request } from '../../session/token/request.saga';
import { selectState } from '../recordActions/recordActions.selectors';
import { actionCancelled } from '../recordActions/recordActions.slice';
import { nameOf, writeAddress } from './deskDocuments.saga';
import { selectDeskCriteria, selectIsAtDesk } from './reviewDesk.selectors';
import { deskAnnounced, deskCriteriaChanged } from './reviewDesk.slice';

/** One visit of the desk. */
export interface Visit {
  /** Whether the address names the document that the user came from; later it is the one on the desk. */
  isArriving: boolean;
}

/** Loads the queue again when the address selects other documents. */
export function* followCriteria(visit: Visit): SagaGenerator<void> {
  const wanted = function* () {
    return JSON.stringify(yield* select(selectDeskCriteria));
  };
  let before = yield* wanted();
  while (true) {
    yield* take(pageMoved);
    if (!(yield* select(selectIsAtDesk))) return;
    const now = yield* wanted();
    if (now === before) continue;
    before = now;
    visit.isArriving = false;
    yield* put(deskAnnounced({ text: null }));
    yield* put(deskCriteriaChanged());
    yield* call(closeFormOfOtherQueue);
  }
}

export function* loadQueue(visit: Visit): SagaGenerator<ReviewQueue> {
  const criteria = yield* select(selectDeskCriteria);
  if (criteria === null) return { ids: [], complete: true, first: null };
  const { ids, complete } = yield* request('listIds', { params: { list: criteria.list }, body: criteria.body });
  const first = (yield* select(selectQuery)).get(DESK_PARAM);
  const isLate = first !== null && !ids.includes(first);
  const text = 'The document you came from is no longer waiting for review.';
  if (visit.isArriving) yield* put(deskAnnounced({ text: isLate && ids.length > 0 ? text : null }));
  visit.isArriving = false;
  // Otherwise the address soon names the document that is on the desk.
  if (isLate && ids.length === 0) yield* call(writeAddress, null);
  return { ids, complete, first };
}

/** A form about a document of the queue before is closed: it would decide one that is not on the desk. */
function* closeFormOfOtherQueue(): SagaGenerator<void> {
  const { dialog, run } = (yield* select(selectState)) ?? {};
  if (dialog == null) return;
  const name = yield* call(nameOf, dialog.ids[0] ?? '');
  yield* put(actionCancelled());
  // While it is being sent, its result says what became of it.
  const isKept = dialog.isTyped && (run == null || run.isOver);
  const text = `Other documents are on the desk now. What you typed about ${name} was kept, and is there when you return to that document.`;
  if (isKept) yield* put(deskAnnounced({ text }));
}
