import { loadable } from '../../ui/loadable';

/** The dialog, with Semantic's Modal, formik and yup, in a file that arrives while the person types. */
export const ResetPassword = loadable(
  async () => (await import(/* webpackChunkName: "password-reset" */ './ResetPasswordDialog')).ResetPasswordDialog,
);
