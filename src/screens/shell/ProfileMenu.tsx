import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract';
import { signOutRequested } from '../../../sagas/access/access.intents';
import { changePasswordOpened } from '../../../sagas/changePassword/changePassword.intents';
import { selectLearningLabel } from '../../../sagas/handOffs/handOffs.selectors';
import { preferencesOpened } from '../../../sagas/preferences/preferences.intents';
import { useAppSelector } from '../../app/state';
import { Disclosure } from '../../ui/Disclosure';
import { typeText } from '../home/typeText';
import { MenuChoice } from './MenuChoice';
import { nameOf } from './nameOf';

/** Who is signed in, and what concerns them alone. */
export function ProfileMenu({ user }: { readonly user: UserInfo }) {
  const dispatch = useDispatch();
  const learning = useAppSelector(selectLearningLabel);
  const name = nameOf(user);
  return (
    <Disclosure
      className="profile"
      align="end"
      // With the initials that stand on it, for those who say what they see.
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
          <MenuChoice entry={{ label: learning, handOff: 'learning' }} current={null} />
        </li>
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
