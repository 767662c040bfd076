/** Arranging the home dashboard: cards, statuses and sides are saved, or kept in the address. */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { pause } from '../../../base/clock.saga';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, fork, join, put, race, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { refetchFilterOptions } from '../filters/filterOptions.saga';
import { selectFilters } from '../filters/filters.selectors';
import { filterOptionsArrived, type FilterOptions } from '../filters/filters.slice';
import { arrangementOf } from './arrangement';
import { TOO_MANY, statusText, widgetText } from './arranging';
import { selectHome, selectPermitted } from './cardRequests.selectors';
import {
  cardsArranged,
  cardsReset,
  complianceViewChosen,
  statusesClosed,
  statusesReset,
  type statusesArranged,
  type timesheetViewChosen,
} from './home.slice';
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

/** Several moves in a row are saved once. */
const SETTLE_MS = 600;

/** Saves the last arrangement; Undo, offered once it is saved, restores the one before. */
export function* saveCards({ payload }: ReturnType<typeof cardsArranged>): SagaGenerator<void> {
  const before = (yield* select(selectFilters)).options.HOME?.widgetPreferences;
  if (before === undefined) return yield* call(restoreCards);
  yield* call(pause, SETTLE_MS);
  const body = { filter: widgetText(payload.cards) };
  const saved = yield* attempt(request('saveWidgetPreferences', { body }, { stays: true }));
  if (saved.failure === null) {
    const undo = cardsArranged({ cards: arrangementOf(before, yield* select(selectPermitted)), undoing: true });
    yield* call(keepSaved, { widgetPreferences: body.filter });
    yield* put(
      payload.undoing
        ? noticeShown({ tone: 'positive', text: 'The earlier arrangement of your cards is back.' })
        : noticeShown({ tone: 'positive', text: 'Your arrangement of the cards has been saved.', undo }),
    );
    return;
  }
  const text = `${saved.serverText ?? failureText(saved.failure)} ${STAYS}`;
  yield* put(noticeShown({ tone: 'negative', text }));
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

/** Whether what is saved for the home dashboard is known. */
const isSavedKnown = (state: Parameters<typeof selectFilters>[0]): boolean =>
  selectFilters(state).options.HOME !== undefined;

/** What was saved is known at once, because the next change may follow before it could be fetched. */
function* keepSaved(saved: Partial<FilterOptions>): SagaGenerator<void> {
  const { options, optionsStatus } = yield* select(selectFilters);
  const { HOME: home } = options;
  if (home !== undefined) yield* put(filterOptionsArrived({ dashboard: 'HOME', options: { ...home, ...saved } }));
  // The rest may be older than a failure to fetch it.
  if (optionsStatus.HOME !== 'there') yield* call(refetchFilterOptions, 'HOME');
}

const selectSavedStatuses = (state: Parameters<typeof selectFilters>[0]) =>
  selectFilters(state).options.HOME?.widgetStatuses ?? [];

/** Fetches it, unless the page does so first. Returns whether it is known. */
function* loadSaved(): SagaGenerator<boolean> {
  const hasArrived = (action: Action) => filterOptionsArrived.match(action) && action.payload.dashboard === 'HOME';
  yield* race({ own: call(refetchFilterOptions, 'HOME'), other: take(hasArrived) });
  return yield* select(isSavedKnown);
}

/** A late part: saves the chosen statuses of each card, one choice after the other. */
export function* watchStatuses(): SagaGenerator<void> {
  const saves = new Map<Widget, Task>();
  while (true) {
    const { payload } = yield* take(statusesClosed);
    saves.set(payload.widget, yield* fork(saveAfter, saves.get(payload.widget), payload.widget));
  }
}

function* saveAfter(before: Task | undefined, widget: Widget): SagaGenerator<void> {
  if (before !== undefined) yield* join(before);
  yield* call(saveStatuses, widget);
}

/** Saves the choice when the selector closes, also by leaving the page; a failure restores the saved statuses. */
function* saveStatuses(widget: Widget): SagaGenerator<void> {
  const statuses = (yield* select(selectHome)).statuses[widget];
  if (statuses === undefined) return;
  if (!(yield* select(isSavedKnown))) return yield* call(restoreStatuses, widget);
  const filter = statusText(widget, statuses);
  if ((yield* select(selectSavedStatuses)).some(({ value, label }) => value === widget && label === filter)) return;
  const body = { widgetType: widget, filter };
  const attempted = yield* attempt(request('saveStatusPreferences', { body }, { stays: true }));
  if (attempted.failure === null) {
    const others = (yield* select(selectSavedStatuses)).filter(({ value }) => value !== widget);
    yield* call(keepSaved, { widgetStatuses: [...others, { value: widget, label: filter }] });
  }
  // What was chosen meanwhile is saved when the selector closes.
  if ((yield* select(selectHome)).statuses[widget] === statuses) yield* put(statusesReset({ widget }));
  yield* put(
    attempted.failure === null
      ? noticeShown({ tone: 'positive', text: 'Your selection has been saved.' })
      : noticeShown({ tone: 'negative', text: attempted.serverText ?? failureText(attempted.failure) }),
  );
}

/** As `restoreCards`. */
function* restoreStatuses(widget: Widget): SagaGenerator<void> {
  const isLoaded = yield* call(loadSaved);
  yield* put(statusesReset({ widget }));
  yield* put(
    isLoaded
      ? noticeShown({
          tone: 'warning',
          text: 'Your saved selection has been loaded. Please repeat your change; it was not saved.',
        })
      : noticeShown({
          tone: 'negative',
          text: 'Your saved selection could not be loaded, so your change was not saved. Check your connection and try again.',
        }),
  );
}

/** Shows that no more can be selected. */
export function* warnTooMany(): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'warning', text: TOO_MANY }));
}
