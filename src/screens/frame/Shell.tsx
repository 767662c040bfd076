import { useEffect, useRef } from 'react';
import { selectAppearance } from '../../../sagas/features/appearance/appearance.slice';
import { selectChangePasswordOpen } from '../../../sagas/features/changePassword/changePassword.slice';
import { selectDocumentOverPage } from '../../../sagas/features/documents/documents.slice';
import {
  selectArrivedBy,
  selectLocation,
  selectIsFrameless,
} from '../../../sagas/navigation/location/location.selectors';
import { selectPaletteOpen } from '../../../sagas/features/palette/palette.intents';
import { selectIsActing } from '../../../sagas/features/recordActions/recordActions.intents';
import { selectTouring } from '../../../sagas/features/tour/tour.intents';
import { selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useScrollMemory } from '../../hooks/useScrollMemory';
import { savesData, whenIdle } from '../../ports/idle';
import { loadable } from '../../ui/loadable';
import '../../ui/theme/notices.css';
import '../../ui/theme/shell.css';
import '../../ui/theme/shellNarrow.css';
import '../../ui/theme/themes.css';
import { MustAcceptDialogs } from '../mustAccept/MustAccept';
import { selectChatPanel } from '../../../sagas/features/chat/live.selectors';
import { NotificationLayer, NotificationPanel } from '../notifications/NotificationLayer';
import { StartingScreen } from '../signIn/WaitingScreens';
import { Footer } from './Footer';
import { HandOffLink } from './HandOffLink';
import { Notices } from './Notices';
import { Page } from './Page';
import { PageHead } from './PageHead';
import { ShellRouter } from './ShellRouter';
import { TopBar } from './TopBar';
import { preloadScreens } from './screens';
import { useFocusMemory } from './useFocusMemory';
import { useHeadingFocus } from './useHeadingFocus';
import { selectWindow } from '../../../sagas/base/window';

/** Opened by the action `documentOpened`. */
const DocumentDialog = loadable(
  async () => (await import(/* webpackChunkName: "document" */ '../documents/DocumentViewer')).DocumentDialog,
  null,
);

/** With formik, yup and Semantic's Modal, which are not needed before it opens. */
const ChangePassword = loadable(
  async () => (await import(/* webpackChunkName: "change-password" */ './ChangePasswordDialog')).ChangePasswordDialog,
  null,
);

/** Opened by an action on a record. */
const RecordActionLayer = loadable(
  async () =>
    (await import(/* webpackChunkName: "record-action-forms" */ '../recordActions/RecordActionLayer'))
      .RecordActionLayer,
  null,
);

/** Opened from the profile menu. */
const AppearanceDialog = loadable(
  async () => (await import(/* webpackChunkName: "appearance" */ '../appearance/AppearanceDialog')).AppearanceDialog,
  null,
);

/** Opened by Ctrl K or its button. */
const ChatPanel = loadable(
  async () => (await import(/* webpackChunkName: "chat" */ '../chat/ChatPanel')).ChatPanel,
  null,
);
const Palette = loadable(
  async () => (await import(/* webpackChunkName: "palette" */ '../palette/Palette')).Palette,
  null,
);

/** For people who are here for the first time. */
const Tour = loadable(async () => (await import(/* webpackChunkName: "tour" */ '../tour/Tour')).Tour, null);

const LAYOUT = { mobile: 'shell is-mobile', tablet: 'shell is-tablet', desktop: 'shell is-desktop' } as const;

/** The frame around every page after sign-in. */
export function Shell() {
  const user = useAppSelector(selectUser);
  const location = useAppSelector(selectLocation);
  const isThere = location !== null;
  const { breakpoint, snapped } = useAppSelector(selectWindow);
  const changingPassword = useAppSelector(selectChangePasswordOpen);
  const documentOpen = useAppSelector(selectDocumentOverPage);
  const isActing = useAppSelector(selectIsActing);
  const paletteOpen = useAppSelector(selectPaletteOpen);
  const choosesAppearance = useAppSelector(selectAppearance) !== null;
  const chatOpen = useAppSelector(selectChatPanel)?.open === true;
  const isTouring = useAppSelector(selectTouring);
  const isFrameless = useAppSelector(selectIsFrameless);
  const main = useRef<HTMLElement>(null);
  useHeadingFocus(main, location?.pathname ?? null);
  const by = useAppSelector(selectArrivedBy);
  useFocusMemory(main, location, by);
  useScrollMemory(location, by);
  useEffect(() => {
    if (!isThere || savesData()) return;
    void whenIdle()
      .then(NotificationPanel.preload)
      .then(preloadScreens)
      .then(ChangePassword.preload)
      .then(RecordActionLayer.preload);
  }, [isThere]);

  if (user === null || location === null) return <StartingScreen />;
  return (
    <ShellRouter location={location}>
      <div className={snapped ? `${LAYOUT[breakpoint]} is-snapped` : LAYOUT[breakpoint]}>
        <a className="skip-link" href="#page" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
          Skip to the page
        </a>
        {!isFrameless && (
          <div className="shell-top">
            <TopBar user={user} folded={breakpoint !== 'desktop'} />
            <PageHead />
          </div>
        )}
        <main id="page" ref={main} className={isFrameless ? 'shell-whole' : 'shell-page'} tabIndex={-1}>
          <Page />
        </main>
        {!isFrameless && <Footer user={user} />}
        <div className="notices">
          <HandOffLink />
          <Notices />
        </div>
        <NotificationLayer user={user} />
        {chatOpen && <ChatPanel />}
        {changingPassword && <ChangePassword />}
        {documentOpen && <DocumentDialog />}
        {isActing && <RecordActionLayer />}
        {choosesAppearance && <AppearanceDialog />}
        {paletteOpen && <Palette />}
        {isTouring && !isFrameless && <Tour />}
        <MustAcceptDialogs />
      </div>
    </ShellRouter>
  );
}
