/** Keeps how a person arranges their cards and statuses. */
import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import { refetchFilterOptions } from '../filters/filterOptions.saga';
import { selectFilterOptions } from '../filters/filters.selectors';
import { request } from '../http/request.saga';
import { noticeShown } from '../shell/notices/notices.actions';
import { pause } from '../time.saga';
import { arrangementOf, statusText, TOO_MANY, widgetText } from './arrangement';
import type { statusesClosed } from './homeDashboard.intents';
import { cardsArranged } from './homeDashboard.intents';
import { statusesRolledBack } from './homeDashboard.reducer';
import { selectHome, selectPermitted } from './requests.selectors';

/** Several moves in a row are kept once. */
const SETTLE_MS = 600;

/** The last arrangement counts; what there was before the first of a row comes back with Undo. */
export function* keepCards({ payload }: ReturnType<typeof cardsArranged>): SagaGenerator<void> {
  if (!payload.undoing) {
    const kept = (yield* select(selectFilterOptions))?.widgetPreferences ?? '';
    const before = arrangementOf(kept, yield* select(selectPermitted));
    const undo = cardsArranged({ cards: before, undoing: true });
    yield* put(noticeShown({ tone: 'info', text: 'The cards are arranged anew.', undo }));
  }
  yield* call(pause, SETTLE_MS);
  try {
    yield* call(request<'saveWidgetPreferences'>, 'saveWidgetPreferences', {
      body: { filter: widgetText(payload.cards) },
    });
    yield* call(refetchFilterOptions);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const text = `${failureText(error.failure)} The cards stay as you see them until you leave; move one to try again.`;
    yield* put(noticeShown({ tone: 'negative', text }));
  }
}

/** What was chosen in a selector is kept when it closes; where that fails, it is as before. */
export function* keepStatuses({ payload: { widget } }: ReturnType<typeof statusesClosed>): SagaGenerator<void> {
  const statuses = (yield* select(selectHome)).statuses[widget];
  const kept = (yield* select(selectFilterOptions))?.widgetStatuses.find(({ value }) => value === widget)?.label;
  if (statuses === undefined) return;
  const filter = statusText(widget, statuses);
  if (filter === kept) return;
  try {
    yield* call(request<'saveStatusPreferences'>, 'saveStatusPreferences', { body: { widgetType: widget, filter } });
    yield* call(refetchFilterOptions);
    yield* put(statusesRolledBack({ widget, statuses: undefined }));
    yield* put(noticeShown({ tone: 'positive', text: 'Your selection has been saved.' }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(statusesRolledBack({ widget, statuses: undefined }));
    yield* put(noticeShown({ tone: 'negative', text: failureText(error.failure) }));
  }
}

export function* warnTooMany(): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'warning', text: TOO_MANY }));
}
