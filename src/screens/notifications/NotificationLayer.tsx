import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { selectPreferencesOpen } from '../../../sagas/features/preferences/preferences.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { loadable } from '../../ui/loadable';
import { Toasts } from './Toasts';
import { selectCompanyMessage } from '../../../sagas/features/notifications/companyMessage/companyMessage.slice';
import { selectPanel } from '../../../sagas/features/notifications/panel/panel.selectors';

/** With Semantic's Modal, which is not needed before it opens. */
const Preferences = loadable(
  async () => (await import(/* webpackChunkName: "preferences" */ './PreferencesDialog')).PreferencesDialog,
  null,
);

/** With the HTML sanitizer; loaded in an idle moment. */
export const NotificationPanel = loadable(
  async () => (await import(/* webpackChunkName: "notifications" */ './NotificationPanel')).NotificationPanel,
  <></>,
);

const CompanyDialog = loadable(
  async () => (await import(/* webpackChunkName: "company-notification" */ './CompanyDialog')).CompanyDialog,
  null,
);

/** For those who were away; with the panel, whose search it leads to. */
const Away = loadable(async () => (await import(/* webpackChunkName: "notifications" */ './Away')).Away, null);

/** Lies over every page: the toasts, the panel, and the dialogs about notifications. */
export function NotificationLayer({ user }: { readonly user: UserInfo }) {
  const { open } = useAppSelector(selectPanel);
  const { requestId: writing } = useAppSelector(selectCompanyMessage);
  const choosing = useAppSelector(selectPreferencesOpen);
  return (
    <>
      <Toasts user={user} />
      {user.awayUntil !== undefined && <Away />}
      {open && <NotificationPanel />}
      {writing !== null && <CompanyDialog />}
      {choosing && <Preferences />}
    </>
  );
}
