import { useState, type ComponentType } from 'react';
import { selectScreen, type Screen } from '../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../hooks/useAppSelector';
import { Shell } from '../screens/frame';
import { SignInScreen } from '../screens/signIn/SignInScreen';
import { StartingScreen, UnreachableScreen } from '../screens/signIn/WaitingScreens';
import { PasswordChange, Sso } from '../screens/signIn/lazyParts';
import { StepsContext } from '../ui/StepHeading';

const SCREENS: Record<Screen, ComponentType> = {
  starting: StartingScreen,
  unreachable: UnreachableScreen,
  signIn: SignInScreen,
  sso: Sso,
  passwordChange: PasswordChange,
  home: Shell,
};

/** The session decides the screen; the address follows. */
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
