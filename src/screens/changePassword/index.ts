import { loadable } from '../../ui/loadable';

/** With formik, yup and Semantic's Modal, which nobody needs before they open it. */
export const ChangePassword = loadable(
  async () => (await import(/* webpackChunkName: "change-password" */ './ChangePasswordDialog')).ChangePasswordDialog,
  null,
);
