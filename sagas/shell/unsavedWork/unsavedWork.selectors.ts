import { selectChangePasswordOpen } from '../../changePassword/changePassword.selectors';
import { selectHasDrafts } from '../../forms/forms.selectors';
import { selectCompany } from '../../notifications/notifications.selectors';
import { selectPreferences } from '../../preferences/preferences.selectors';
import type { AppState } from '../../state';

/** Whether a fresh page would lose something that was typed or ticked. Every form that can be open belongs here. */
export const selectHasUnsavedWork = (state: AppState): boolean =>
  selectPreferences(state).changes > 0 ||
  selectChangePasswordOpen(state) ||
  selectCompany(state).requestId !== null ||
  selectHasDrafts(state) ||
  (state.admin?.upload ?? null) !== null;
