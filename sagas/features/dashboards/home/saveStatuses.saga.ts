/** Saves which statuses the home dashboard's cards show. */
import type { Task } from 'redux-saga';
import type { Widget } from '../../../../contract/dashboards/widgets';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, fork, join, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { selectFilters } from '../filters/filters.selectors';
import { statusText } from './arrangementChanges';
import { selectHome } from './cardRequests.selectors';
import { statusesClosed, statusesReset } from './home.slice';
import { isConflict, isSavedKnown, keepSaved, loadSaved, refetched } from './savedPreferences.saga';

const selectSavedStatuses = (state: Parameters<typeof selectFilters>[0]) =>
  selectFilters(state).options.HOME?.widgetStatuses ?? [];

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
  const before = (yield* select(selectSavedStatuses)).find(({ value }) => value === widget)?.label ?? '';
  if (before === filter) return;
  const body = { widgetType: widget, filter, before };
  const attempted = yield* attempt(request('saveStatusPreferences', { body }, { stays: true }));
  if (attempted.failure === null) {
    const others = (yield* select(selectSavedStatuses)).filter(({ value }) => value !== widget);
    yield* call(keepSaved, { widgetStatuses: [...others, { value: widget, label: filter }] });
  }
  const isReplaced = attempted.failure !== null && isConflict(attempted.failure) && (yield* call(refetched));
  // What was chosen meanwhile is saved when the selector closes, unless it is a change of what another tab replaced.
  if (isReplaced || (yield* select(selectHome)).statuses[widget] === statuses) yield* put(statusesReset({ widget }));
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
