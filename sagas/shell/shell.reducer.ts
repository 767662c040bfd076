import { combineReducers, type UnknownAction } from '@reduxjs/toolkit';
import { previewReducer } from '../broadcasts/preview.reducer';
import { changePasswordReducer } from '../changePassword/changePassword.reducer';
import { documentsReducer } from '../documents/documents.reducer';
import { handOffsReducer } from '../handOffs/handOffs.reducer';
import { filtersReducer } from '../filters/filters.reducer';
import { homeDashboardReducer } from '../homeDashboard/homeDashboard.reducer';
import { kpiReducer } from '../kpi/kpi.reducer';
import { listsReducer } from '../lists/lists.reducer';
import { tasksReducer } from '../tasks/tasks.reducer';
import { sessionLeft } from '../session/whileActive.saga';
import { notificationsReducer } from '../notifications/notifications.reducer';
import { clientsReducer } from './clients/clients.reducer';
import { arrivedByReducer, locationReducer } from './navigation/location.reducer';
import { noticesReducer } from './notices/notices.reducer';
import { logoReducer } from './organization/organization.reducer';
import type { ShellState } from './shell.state';
import { windowReducer } from './window/window.reducer';

const parts = combineReducers({
  location: locationReducer,
  arrivedBy: arrivedByReducer,
  window: windowReducer,
  notices: noticesReducer,
  logo: logoReducer,
  clients: clientsReducer,
  handOff: handOffsReducer,
  changePassword: changePasswordReducer,
  lists: listsReducer,
  documents: documentsReducer,
  notifications: notificationsReducer,
  filters: filtersReducer,
  homeDashboard: homeDashboardReducer,
  kpi: kpiReducer,
  tasks: tasksReducer,
  broadcastPreview: previewReducer,
});

/** Nothing of one person's work is there for the next. */
export function shellReducer(state: ShellState | undefined, action: UnknownAction): ShellState {
  return parts(sessionLeft(action) ? undefined : state, action);
}
