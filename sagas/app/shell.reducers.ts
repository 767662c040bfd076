/** The session's state, except for the machines. */
import { formInputReducer } from '../base/formInput.slice';
import { noticesReducer } from '../base/notices/notices.slice';
import { windowReducer } from '../base/window';
import { changePasswordReducer } from '../features/changePassword/changePassword.slice';
import { filtersReducer } from '../features/dashboards/filters/filters.slice';
import { homeReducer } from '../features/dashboards/home/home.slice';
import { chatLiveReducer, chatPanelReducer } from '../features/chat/live.slice';
import { documentsReducer } from '../features/documents/documents.slice';
import { handOffsReducer } from '../features/handOffs/handOffs.slice';
import { previewReducer } from '../features/mustAccept/broadcasts/broadcasts.slice';
import { lostAtReducer } from '../features/realtime/realtime.slice';
import { notificationsReducer } from '../features/notifications/notifications.reducer';
import { tasksReducer } from '../features/tasks/tasks.slice';
import { clientsReducer } from '../navigation/location/clients.slice';
import {
  arrivedByReducer,
  lastStepReducer,
  locationReducer,
  menuPressReducer,
  namedPageReducer,
} from '../navigation/location/location.slice';
import { clearedOnSignOut } from '../session/activeSession.saga';
import { logoReducer } from './branding';

export const shellReducers = clearedOnSignOut({
  location: locationReducer,
  arrivedBy: arrivedByReducer,
  lastStep: lastStepReducer,
  namedPage: namedPageReducer,
  menuPress: menuPressReducer,
  window: windowReducer,
  notices: noticesReducer,
  formInput: formInputReducer,
  logo: logoReducer,
  clients: clientsReducer,
  handOff: handOffsReducer,
  changePassword: changePasswordReducer,
  documents: documentsReducer,
  lostAt: lostAtReducer,
  notifications: notificationsReducer,
  chatLive: chatLiveReducer,
  chatPanel: chatPanelReducer,
  filters: filtersReducer,
  homeDashboard: homeReducer,
  tasks: tasksReducer,
  broadcastPreview: previewReducer,
});
