import type { UserInfo } from '../../../contract';
import { selectCompanyView, selectPanel } from '../../../sagas/notifications/notifications.selectors';
import { selectPreferencesOpen } from '../../../sagas/preferences/preferences.selectors';
import { useAppSelector } from '../../app/state';
import { loadable } from '../../ui/loadable';
import { Preferences } from '../preferences';
import { Toasts } from './Toasts';

export { Bell } from './Bell';

/** With the sanitiser, in a file that comes in an idle moment. */
export const NotificationPanel = loadable(
  async () => (await import(/* webpackChunkName: "notifications" */ './NotificationPanel')).NotificationPanel,
  <></>,
);

const CompanyDialog = loadable(
  async () => (await import(/* webpackChunkName: "company-notification" */ './CompanyDialog')).CompanyDialog,
  null,
);

/** What lies over every page: the toasts, the panel, and the dialogs about notifications. */
export function NotificationLayer({ user }: { readonly user: UserInfo }) {
  const { open } = useAppSelector(selectPanel);
  const { open: writing } = useAppSelector(selectCompanyView);
  const choosing = useAppSelector(selectPreferencesOpen);
  return (
    <>
      <Toasts user={user} />
      {open && <NotificationPanel />}
      {writing && <CompanyDialog />}
      {choosing && <Preferences />}
    </>
  );
}
