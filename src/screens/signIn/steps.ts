/** What can follow the form, in one file that arrives while the person types; and what stands beside it in demo mode. */
import { loadable } from '../../ui/loadable';

const load = () => import(/* webpackChunkName: "sign-in-steps" */ './steps.all');

export const STEPS = {
  twoFactor: loadable(async () => (await load()).TwoFactorForm),
  takeover: loadable(async () => (await load()).TakeoverQuestion),
  finishing: loadable(async () => (await load()).FinishingStep),
  failed: loadable(async () => (await load()).FailedStep),
};

export const preloadSteps = () => Promise.all(Object.values(STEPS).map((step) => step.preload()));

export const DemoUsers = loadable(
  async () => (await import(/* webpackChunkName: "demo-users" */ './DemoUsers')).DemoUsers,
  null,
);
