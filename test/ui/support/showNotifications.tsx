/** Renders parts of the notifications with their reducers, without sagas. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../../sagas/app/state';
import { awayReducers } from '../../../sagas/features/notifications/away/away.slice';
import { notificationsReducer } from '../../../sagas/features/notifications/notifications.reducer';
import { notificationFindReducers } from '../../../sagas/features/notifications/panel/find.slice';
import { linkedReducers } from '../../../sagas/features/notifications/panel/linked.slice';
import { panelOpened } from '../../../sagas/features/notifications/panel/panel.slice';
import { selectMarkAllRead } from '../../../sagas/features/notifications/panel/panel.selectors';
import { notificationRowsReducers } from '../../../sagas/features/notifications/panel/rows.slice';
import { recordActionsReducers } from '../../../sagas/features/recordActions/recordActions.slice';
import type * as Screens from './notificationScreens';
import { after, signedIn } from './states';

export const { Away, Bell, CompanyDialog, NotificationPanel, RowActions, ShellRouter, Toasts } =
  jest.requireActual<typeof Screens>('./notificationScreens');

export const EVERYTHING = { permissions: ['MENU_JOB', 'MENU_SUBMISSIONS', 'MENU_COMPLIANCE', 'JOB_VIEW'] as never };

export function show(view: JSX.Element, user: Partial<UserInfo> = {}) {
  const intents: Action[] = [];
  const base = signedIn({ ...EVERYTHING, ...user });
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => {
      intents.push(action);
      const next = after(state ?? base, action);
      return {
        ...next,
        away: awayReducers.away(state?.away, action),
        notifications: notificationsReducer(state?.notifications, action),
        notificationFind: notificationFindReducers.notificationFind(state?.notificationFind, action),
        linkedNotification: linkedReducers.linkedNotification(state?.linkedNotification, action),
        recordActions: recordActionsReducers.recordActions(state?.recordActions, action),
        notificationRows: notificationRowsReducers.notificationRows(state?.notificationRows, action),
      };
    },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }),
  });
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: '/vms/dashboard', search: '', key: 'k' }}>{view}</ShellRouter>
    </Provider>,
    { container: root },
  );
  const happen = (...actions: readonly Action[]) => act(() => actions.forEach((action) => void store.dispatch(action)));
  const open = () => happen(panelOpened({ reading: selectMarkAllRead(store.getState()) }));
  return { intents, happen, open, user: userEvent.setup({ delay: null }) };
}
