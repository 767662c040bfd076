/** What can follow the form. One file for all of them; it arrives while the person types. */
import { loadable } from '../../ui/loadable';

const load = () => import(/* webpackChunkName: "sign-in-steps" */ './steps.all');

export const STEPS = {
  twoFactor: loadable(async () => (await load()).TwoFactorForm),
  takeover: loadable(async () => (await load()).TakeoverQuestion),
  finishing: loadable(async () => (await load()).FinishingStep),
  failed: loadable(async () => (await load()).FailedStep),
};

export const preloadSteps = () => Promise.all(Object.values(STEPS).map((step) => step.preload()));
