import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { appearanceOpened } from '../../../sagas/features/appearance/appearance.slice';
import { changePasswordOpened } from '../../../sagas/features/changePassword/changePassword.slice';
import { selectLearning, selectSecurityAddress } from '../../../sagas/navigation/menus/menus.selectors';
import { preferencesOpened } from '../../../sagas/features/preferences/preferences.slice';
import { tourOpened } from '../../../sagas/features/tour/tour.intents';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Disclosure } from '../../ui/Disclosure';
import { nameOf, typeText } from '../dashboards/home/userText';
import { MenuChoice } from './MainMenu';
import { signOutRequested } from '../../../sagas/session/session.events';

/** The menu of the signed-in user: who they are, and their own settings. */
export function ProfileMenu({ user }: { readonly user: UserInfo }) {
  const dispatch = useDispatch();
  const learning = useAppSelector(selectLearning);
  const security = useAppSelector(selectSecurityAddress);
  const name = nameOf(user);
  return (
    <Disclosure
      className="profile"
      align="end"
      // The name contains the visible initials, for voice control.
      name={`Profile of ${name}, ${initialsOf(name)}`}
      label={<span className="profile-initials">{initialsOf(name)}</span>}
    >
      <div className="profile-who">
        <strong>{name}</strong>
        <span>{user.organizationName}</span>
        <span>{typeText(user)}</span>
      </div>
      <ul>
        <li>
          <button type="button" className="menu-item" onClick={() => dispatch(changePasswordOpened())}>
            Change Password
          </button>
        </li>
        <li>
          <button type="button" className="menu-item" onClick={() => dispatch(preferencesOpened())}>
            Notification Preferences
          </button>
        </li>
        <li>
          <button type="button" className="menu-item" onClick={() => dispatch(appearanceOpened())}>
            Appearance
          </button>
        </li>
        <li>
          <button type="button" className="menu-item" onClick={() => dispatch(tourOpened())}>
            Show me around
          </button>
        </li>
        {security !== null && (
          <li>
            <MenuChoice entry={{ label: 'Sign-In & Security', to: security }} current={null} />
          </li>
        )}
        {learning !== null && (
          <li>
            <MenuChoice entry={learning} current={null} />
          </li>
        )}
        <li>
          <button type="button" className="menu-item" onClick={() => dispatch(signOutRequested())}>
            LogOut
          </button>
        </li>
      </ul>
    </Disclosure>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => [...part][0])
    .slice(0, 2)
    .join('')
    .toUpperCase();
