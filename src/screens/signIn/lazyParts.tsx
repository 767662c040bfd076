/** Parts that the sign-in form needs later: each is loaded while the person types, or when it is first needed. */
import { loadable } from '../../ui/loadable';
import { StartingScreen } from './WaitingScreens';

/** Needed when the form is submitted; loaded again after a failure. */
export const loadSchema = () => import(/* webpackChunkName: "sign-in-schema" */ './signIn.schema');

/** The steps after the form. */
export const STEPS = {
  twoFactor: loadable(
    async () => (await import(/* webpackChunkName: "sign-in-steps" */ './TwoFactorForm')).TwoFactorForm,
  ),
  // With luxon, which the sign-in page does not need otherwise.
  takeover: loadable(
    async () => (await import(/* webpackChunkName: "sign-in-takeover" */ './TakeoverQuestion')).TakeoverQuestion,
  ),
  // With the QR code.
  enrollment: loadable(
    async () => (await import(/* webpackChunkName: "enrollment-step" */ './EnrollmentStep')).EnrollmentStep,
  ),
  finishing: loadable(
    async () => (await import(/* webpackChunkName: "sign-in-steps" */ './OutcomeSteps')).FinishingStep,
  ),
  failed: loadable(async () => (await import(/* webpackChunkName: "sign-in-steps" */ './OutcomeSteps')).FailedStep),
};

/** Few users have to enroll. */
const { enrollment: _enrollment, ...LIKELY } = STEPS;

/** Called while the person types. A step that fails to load is fetched again when it is needed. */
export const preloadSteps = () => Promise.all(Object.values(LIKELY).map((step) => step.preload()));

export const DemoUsers = loadable(
  async () => (await import(/* webpackChunkName: "demo-users" */ './DemoUsers')).DemoUsers,
  <></>,
);

/** With Semantic's Modal, formik and yup. */
export const ResetPassword = loadable(
  async () => (await import(/* webpackChunkName: "password-reset" */ './ResetPasswordDialog')).ResetPasswordDialog,
);

export const PasswordChange = loadable(
  async () => (await import(/* webpackChunkName: "password-change" */ './PasswordChangeScreen')).PasswordChangeScreen,
);

export const Sso = loadable(
  async () => (await import(/* webpackChunkName: "sso-screen" */ './SsoScreen')).SsoScreen,
  <StartingScreen />,
);

/** Beside the sign-in form, without a placeholder. */
export const LeaveProvider = loadable(
  async () => (await import(/* webpackChunkName: "sso-screen" */ './SsoScreen')).LeaveProvider,
  <></>,
);
