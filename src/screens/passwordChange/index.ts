import { loadable } from '../../ui/loadable';

export const PasswordChange = loadable(
  async () => (await import(/* webpackChunkName: "password-change" */ './PasswordChangeScreen')).PasswordChangeScreen,
);
