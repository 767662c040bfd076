import { useState, type ComponentType } from 'react';
import { selectScreen, type Screen } from '../../sagas/access/access.selectors';
import { PasswordChange } from '../screens/passwordChange';
import { Shell } from '../screens/shell';
import { SignInScreen } from '../screens/signIn/SignInScreen';
import { Sso } from '../screens/sso';
import { StartingScreen } from '../screens/waiting/StartingScreen';
import { UnreachableScreen } from '../screens/waiting/UnreachableScreen';
import { StepsContext } from '../ui/StepHeading';
import { useAppSelector } from './state';

const SCREENS: Record<Screen, ComponentType> = {
  starting: StartingScreen,
  unreachable: UnreachableScreen,
  signIn: SignInScreen,
  sso: Sso,
  passwordChange: PasswordChange,
  home: Shell,
};

/** What the session allows to be seen decides the screen; the address only follows. */
export function App() {
  const screen = useAppSelector(selectScreen);
  const [steps] = useState(() => ({ seen: false }));
  const Current = SCREENS[screen];
  return (
    <StepsContext.Provider value={steps}>
      <Current />
    </StepsContext.Provider>
  );
}
