import type { UserInfo } from '../../../contract';
import { selectPanel } from '../../../sagas/notifications/notifications.selectors';
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

/** What lies over every page: the panel where it is open, and the toasts. */
export function NotificationLayer({ user }: { readonly user: UserInfo }) {
  const { open } = useAppSelector(selectPanel);
  const choosing = useAppSelector(selectPreferencesOpen);
  return (
    <>
      <Toasts user={user} />
      {open && <NotificationPanel />}
      {choosing && <Preferences />}
    </>
  );
}
