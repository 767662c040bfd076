import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { selectLanding } from '../../../sagas/navigation/location/location.selectors';
import { useOpenFile } from '../../hooks/files';
import { useAppSelector } from '../../hooks/useAppSelector';
import { whenIdle } from '../../ports/idle';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { loadable } from '../../ui/loadable';
import { useChord } from '../../ui/useChord';
import { ProductMark } from '../../ui/ProductMark';
import '../../ui/theme/iconButton.css';
import { ChatButton } from '../chat/ChatButton';
import { Bell } from '../notifications/Bell';
import { MainMenu } from './MainMenu';
import { ProfileMenu } from './ProfileMenu';
import { selectTasksDue } from '../../../sagas/features/tasks/tasks.slice';
import { paletteOpened } from '../../../sagas/features/palette/palette.intents';
import { selectLogo } from '../../../sagas/app/branding';

/** With Semantic's Sidebar, which a wide window does not need. */
const MenuDrawer = loadable(
  async () => (await import(/* webpackChunkName: "menu-drawer" */ './MenuDrawer')).MenuDrawer,
  null,
);

/** If `folded`, the menu is in a drawer behind a button. */
export function TopBar({ user, folded }: { readonly user: UserInfo; readonly folded: boolean }) {
  const landing = useAppSelector(selectLanding);
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    if (folded) void whenIdle().then(MenuDrawer.preload);
  }, [folded]);
  return (
    <header className="shell-bar">
      {folded && (
        <button
          type="button"
          className="icon-button"
          aria-label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" />
        </button>
      )}
      <Link className="shell-logo" to={landing}>
        <Logo />
        <span title={user.organizationName}>{user.organizationName}</span>
      </Link>
      {folded ? menuOpen && <MenuDrawer onClose={() => setMenuOpen(false)} /> : <MainMenu />}
      <div className="shell-tools">
        <PaletteButton />
        {user.organizationType === 'VMS' && <TaskCalendar />}
        <ChatButton />
        <Bell />
        <ProfileMenu user={user} />
      </div>
    </header>
  );
}

const isCtrlK = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;

/** Opens the palette; so does Ctrl K, or Cmd K, unless a dialog is open. */
function PaletteButton() {
  const dispatch = useDispatch();
  useChord(isCtrlK, () => void dispatch(paletteOpened()));
  const name = 'Search and commands (Ctrl K)';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      aria-haspopup="dialog"
      title={name}
      onClick={() => dispatch(paletteOpened())}
    >
      <Icon name="search" />
    </button>
  );
}

/** The organization's logo, or the product's if that cannot be loaded. */
function Logo() {
  const file = useAppSelector(selectLogo);
  const openFile = useOpenFile();
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const blob = file === null ? undefined : openFile(file);
    if (blob === undefined) return;
    const url = URL.createObjectURL(blob);
    setShown(url);
    return () => {
      setShown(null);
      URL.revokeObjectURL(url);
    };
  }, [file, openFile]);
  // Decorative: the organization's name is beside it.
  return shown === null ? <ProductMark /> : <img src={shown} alt="" onError={() => setShown(null)} />;
}

/** What the icon counts: the person's open tasks that are due today, and unassigned ones. */
const DUE_TODAY = '?status=OPEN&assigned=ME,NOBODY&dueInDays=0..0';

/** The link to the tasks, marked when one is due today. */
function TaskCalendar() {
  const due = useAppSelector(selectTasksDue);
  const name = due === 0 ? 'Task calendar' : `Task calendar: ${due} due today`;
  return (
    <Link
      className={due === 0 ? 'icon-button' : 'icon-button is-due'}
      to={`/vms/vms-task${DUE_TODAY}`}
      aria-label={name}
      title={name}
    >
      <Icon name="calendar" />
    </Link>
  );
}
