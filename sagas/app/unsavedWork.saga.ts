import { port } from '../base/ports/ports';
import { call, select, take, type SagaGenerator } from '../base/runtime/effects';
import { selectHasDrafts, selectUploadState } from '../features/admin/unsaved.selectors';
import { selectChangePasswordOpen } from '../features/changePassword/changePassword.slice';
import { selectPreferences } from '../features/preferences/preferences.slice';
import type { AppState } from './state';
import { selectCompanyMessage } from '../features/notifications/companyMessage/companyMessage.slice';

/** Times and rules of the page Notification Delivery, whose selectors are loaded with it. */
const selectDeliveryChanged = ({ channels }: AppState): boolean =>
  channels !== undefined && (channels.settings !== null || channels.rules !== null);

/** Typed into the form of a record's action, or being sent: a reload would break it off. */
const selectActionUnfinished = ({ recordActions }: AppState): boolean =>
  recordActions?.dialog?.isTyped === true || recordActions?.run?.isOver === false;

/** A factor being set up, or recovery codes that were not kept yet. */
const selectSettingUpFactor = ({ security }: AppState): boolean =>
  security !== undefined && (security.enrolling || security.newCodes !== null);

/**
 * Whether a page reload would lose input or break off an action. Every form that can be open must be listed here, or
 * report itself with `useUnsavedInput`.
 */
export const selectHasUnsavedWork = (state: AppState): boolean =>
  selectPreferences(state).changes > 0 ||
  selectChangePasswordOpen(state) ||
  selectCompanyMessage(state).requestId !== null ||
  selectHasDrafts(state) ||
  selectDeliveryChanged(state) ||
  selectActionUnfinished(state) ||
  selectSettingUpFactor(state) ||
  (state.timesheetImport?.chosen ?? null) !== null ||
  (state.formInput ?? 0) > 0 ||
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
      // eslint-disable-next-line no-restricted-syntax -- every form opens and closes with an action
      yield* take('*');
    }
  } finally {
    if (asks) yield* call(page.askBeforeLeaving, false);
  }
}
