import { useState } from 'react';
import type { UserInfo } from '../../../contract';
import { selectLanding } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { Bell } from '../notifications';
import { Logo } from './Logo';
import { MainMenu } from './MainMenu';
import { MenuDrawer } from './MenuDrawer';
import { ProfileMenu } from './ProfileMenu';
import { TaskCalendar } from './TaskCalendar';

/** Folded, the menu stands in a drawer behind a button. */
export function TopBar({ user, folded }: { readonly user: UserInfo; readonly folded: boolean }) {
  const landing = useAppSelector(selectLanding);
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="shell-bar">
      {folded && (
        <button
          type="button"
          className="icon-button"
          aria-label="Menu"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" />
        </button>
      )}
      <Link className="shell-logo" to={landing}>
        <Logo />
        <span>{user.organizationName}</span>
      </Link>
      {folded ? menuOpen && <MenuDrawer onClose={() => setMenuOpen(false)} /> : <MainMenu />}
      <div className="shell-tools">
        {user.organizationType === 'VMS' && <TaskCalendar />}
        <Bell />
        <ProfileMenu user={user} />
      </div>
    </header>
  );
}
