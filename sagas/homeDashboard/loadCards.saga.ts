/** What becomes due of the home dashboard's cards at the same time travels together. */
import { call, type SagaGenerator } from '../effects';
import { keepAsked } from '../cards/keepAsked.saga';
import { filterOptionsArrived, filterOptionsFailed, filtersSettled } from '../filters/filters.events';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { isWidget } from './arrangement';
import { askCards } from './askCards.saga';
import { cardRetried, cardsArranged, complianceViewChosen, timesheetViewChosen } from './homeDashboard.intents';
import { selectCardRequests, selectHome, type CardRequest } from './requests.selectors';
import { cardsDue } from './touchCards.saga';

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

export function* loadCards(): SagaGenerator<void> {
  yield* call(keepAsked<CardRequest>, {
    occasions: OCCASIONS,
    wanted: selectCardRequests,
    idOf: ({ widget }) => widget,
    known: (state, id) => (isWidget(id) ? selectHome(state).cards[id] : undefined),
    again: (action, id, card) =>
      (cardRetried.match(action) && action.payload.widget === id) || (cardsDue.match(action) && card.stale),
    parcels: (due) => [due],
    ask: askCards,
  });
}
