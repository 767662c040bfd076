import { loadable } from '../../ui/loadable';
import { StartingScreen } from '../waiting/StartingScreen';

export const Sso = loadable(
  async () => (await import(/* webpackChunkName: "sso-screen" */ './SsoScreen')).SsoScreen,
  <StartingScreen />,
);

/** Beside the sign-in form: nothing is shown in its place until it is there. */
export const LeaveProvider = loadable(
  async () => (await import(/* webpackChunkName: "sso-screen" */ './LeaveProvider')).LeaveProvider,
  null,
);
