/** Arranging the home dashboard in its address: sides of cards, and what is left out of a link. */
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { TOO_MANY } from './arrangementChanges';
import { cardsArranged, complianceViewChosen, type statusesArranged, type timesheetViewChosen } from './home.slice';
import { VIEW_PARAMS } from './viewAddress';
import type { Widget } from '../../../../contract/dashboards/widgets';
import { selectLocation, selectQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested } from '../../../navigation/location/location.slice';
import { searchOf } from '../../../navigation/routes/queryText';

/** Keeps the chosen side of a card in the address. */
export function* keepToggle({
  type,
  payload,
}: ReturnType<typeof complianceViewChosen> | ReturnType<typeof timesheetViewChosen>): SagaGenerator<void> {
  const params = new URLSearchParams(yield* select(selectQuery));
  params.set(complianceViewChosen.match({ type }) ? VIEW_PARAMS.files : VIEW_PARAMS.sheets, payload);
  yield* call(showAt, params);
}

/** A user's own arrangement replaces that of the link. */
export function* leaveLink(
  action: ReturnType<typeof cardsArranged> | ReturnType<typeof statusesArranged>,
): SagaGenerator<void> {
  const query = yield* select(selectQuery);
  if (!cardsArranged.match(action)) return yield* call(showAt, withoutStatuses(query, action.payload.widget));
  const params = new URLSearchParams(query);
  params.delete(VIEW_PARAMS.cards);
  yield* call(showAt, params);
}

/** The query without the statuses of one card. */
function withoutStatuses(query: URLSearchParams, widget: Widget): URLSearchParams {
  const params = new URLSearchParams(query);
  const others = (params.get(VIEW_PARAMS.statuses) ?? '').split(',').filter((text) => text.split('.')[0] !== widget);
  params.delete(VIEW_PARAMS.statuses);
  if (others.some(Boolean)) params.set(VIEW_PARAMS.statuses, others.join(','));
  return params;
}

/** Changes the query without a step in the history. */
function* showAt(params: URLSearchParams): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  const search = searchOf(params);
  if (location !== null && search !== location.search)
    yield* put(navigateRequested({ to: location.pathname + search, replace: true }));
}

/** Shows that no more can be selected. */
export function* warnTooMany(): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'warning', text: TOO_MANY }));
}
