import { useEffect, useRef } from 'react';
import { selectUser } from '../../../sagas/access/access.selectors';
import { selectChangePasswordOpen } from '../../../sagas/changePassword/changePassword.selectors';
import { selectDocumentOverPage } from '../../../sagas/documents/documents.selectors';
import { selectArrivedBy, selectLocation, selectWholeWindow, selectWindow } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { useScrollMemory } from '../../ports/useScrollMemory';
import { whenIdle } from '../../ports/whenIdle';
import '../../ui/theme/notices.css';
import '../../ui/theme/shell.css';
import '../../ui/theme/shellNarrow.css';
import '../../ui/theme/themes.css';
import { DocumentDialog } from '../document';
import { StartingScreen } from '../waiting/StartingScreen';
import { ChangePassword } from '../changePassword';
import { NotificationLayer, NotificationPanel } from '../notifications';
import { Queues } from '../queues';
import { Footer } from './Footer';
import { HandOffLink } from './HandOffLink';
import { Notices } from './Notices';
import { Page } from './Page';
import { PageHead } from './PageHead';
import { preloadScreens } from './screens';
import { ShellRouter } from './ShellRouter';
import { TopBar } from './TopBar';
import { useFocusMemory } from './useFocusMemory';
import { useHeadingFocus } from './useHeadingFocus';

const LAYOUT = { mobile: 'shell is-mobile', tablet: 'shell is-tablet', desktop: 'shell is-desktop' } as const;

/** The frame around every page of whoever is signed in. */
export function Shell() {
  const user = useAppSelector(selectUser);
  const location = useAppSelector(selectLocation);
  const isThere = location !== null;
  const { breakpoint, snapped } = useAppSelector(selectWindow);
  const changingPassword = useAppSelector(selectChangePasswordOpen);
  const documentOpen = useAppSelector(selectDocumentOverPage);
  const isWhole = useAppSelector(selectWholeWindow);
  const main = useRef<HTMLElement>(null);
  useHeadingFocus(main, location?.pathname ?? null);
  const by = useAppSelector(selectArrivedBy);
  useFocusMemory(main, location, by);
  useScrollMemory(location, by);
  useEffect(() => {
    if (isThere) void whenIdle().then(NotificationPanel.preload).then(preloadScreens).then(ChangePassword.preload);
  }, [isThere]);

  if (user === null || location === null) return <StartingScreen />;
  return (
    <ShellRouter location={location}>
      <div className={snapped ? `${LAYOUT[breakpoint]} is-snapped` : LAYOUT[breakpoint]}>
        <a className="skip-link" href="#page" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
          Skip to the page
        </a>
        {!isWhole && (
          <>
            <TopBar user={user} folded={breakpoint !== 'desktop'} />
            <PageHead />
          </>
        )}
        <main id="page" ref={main} className={isWhole ? 'shell-whole' : 'shell-page'} tabIndex={-1}>
          <Page />
        </main>
        {!isWhole && <Footer user={user} />}
        <div className="notices">
          <HandOffLink />
          <Notices />
        </div>
        <NotificationLayer user={user} />
        {changingPassword && <ChangePassword />}
        {documentOpen && <DocumentDialog />}
        <Queues />
      </div>
    </ShellRouter>
  );
}
