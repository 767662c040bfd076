import { port } from '../base/ports/ports';
import { call, select, take, type SagaGenerator } from '../base/runtime/effects';
import { selectHasDrafts, selectUploadState } from '../features/admin/unsaved.selectors';
import { selectChangePasswordOpen } from '../features/changePassword/changePassword.slice';
import { selectPreferences } from '../features/preferences/preferences.slice';
import type { AppState } from './state';
import { selectCompany } from '../features/notifications/companyMessage/companyMessage.slice';

/** Times and rules of the page Notification delivery, whose selectors are loaded with it. */
const selectDeliveryChanged = ({ channels }: AppState): boolean =>
  channels !== undefined && (channels.settings !== null || channels.rules !== null);

/** Whether a page reload would lose input. Every form that can be open must be listed here. */
export const selectHasUnsavedWork = (state: AppState): boolean =>
  selectPreferences(state).changes > 0 ||
  selectChangePasswordOpen(state) ||
  selectCompany(state).requestId !== null ||
  selectHasDrafts(state) ||
  selectDeliveryChanged(state) ||
  selectUploadState(state) !== null;

/** The browser asks before the tab is closed while there is unsaved input. */
export function* guardUnsavedWork(): SagaGenerator<void> {
  const page = yield* port('page');
  let asks = false;
  try {
    while (true) {
      const unsaved = yield* select(selectHasUnsavedWork);
      if (unsaved !== asks) {
        asks = unsaved;
        yield* call(page.askBeforeLeaving, asks);
      }
      // eslint-disable-next-line no-restricted-syntax -- every form listed above opens and closes with an action
      yield* take('*');
    }
  } finally {
    if (asks) yield* call(page.askBeforeLeaving, false);
  }
}
