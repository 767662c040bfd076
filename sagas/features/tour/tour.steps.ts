/** The tour for new users: at most five steps, by their permissions. Pure. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { landingOf, resolve, rootOf } from '../../navigation/routes/resolve';

/** What a step points at; the view finds its place on the page. */
export type TourPlace = 'menu' | 'needs' | 'figures' | 'filters' | 'palette' | 'bell' | 'profile';

export interface TourStep {
  readonly place: TourPlace;
  readonly title: string;
  readonly text: string;
}

const WORK: Readonly<Record<string, string>> = {
  VMS: 'The open work of your program comes first: submissions to review, documents and timesheets. The filters of the cards do not affect it.',
  CLIENT:
    'The open work of your facility comes first: submissions to decide on and timesheets to approve. The filters of the cards do not affect it.',
  AGENCY:
    'Your open work comes first: offers to answer and documents to provide. The filters of the cards do not affect it.',
};

const figures: TourStep = {
  place: 'figures',
  title: 'Every number opens its rows',
  text: 'Press a number or a bar, and you see exactly what it counts. Point at one to read how it is counted.',
};
const filters: TourStep = {
  place: 'filters',
  title: 'One filter for all cards',
  text: 'The chosen period is shown here in words. Save a filter to come back to it, or share its address.',
};
const palette: TourStep = {
  place: 'palette',
  title: 'Go to anything by its name',
  text: 'Ctrl K finds records by number or name, pages, and what you can do here.',
};
const bell: TourStep = {
  place: 'bell',
  title: 'Notifications keep you up to date',
  text: 'Notifications arrive while you work, and you can act on most of them in place. You choose which ones you get.',
};
const menu: TourStep = {
  place: 'menu',
  title: 'All pages are in the menu',
  text: 'It contains the pages that your role may open. Each page keeps its address, so you can bookmark the pages you use often.',
};
const profile: TourStep = {
  place: 'profile',
  title: 'Your settings',
  text: 'Notifications, how dense tables are, passkeys and your password are under your initials.',
};

const ON_DASHBOARD: readonly TourPlace[] = ['needs', 'figures', 'filters'];

const dashboardOf = (user: UserInfo): string => `/${rootOf(user)}/dashboard`;

/** The steps for a user, in order. The first points at an element of the first screen. */
export function tourStepsOf(user: UserInfo): readonly TourStep[] {
  const work = WORK[user.organizationType];
  const hasCards = user.permissions.some((each) => each.startsWith('VMS_DASHBOARD_'));
  const dashboard = dashboardOf(user);
  if (work === undefined || !hasCards || resolve(user, dashboard).kind !== 'screen')
    return [menu, palette, bell, profile];
  const needs: TourStep = { place: 'needs', title: 'Start here', text: work };
  return landingOf(user) === dashboard
    ? [needs, figures, filters, palette, bell]
    : [menu, { ...needs, title: 'Your work is on the home dashboard' }, figures, palette, bell];
}

/** The step that is due; a later one than the last is the last. */
export function tourStepAt(user: UserInfo, step: number): TourStep & { readonly step: number; readonly steps: number } {
  const steps = tourStepsOf(user);
  const at = Math.min(step, steps.length - 1);
  return { ...steps[at]!, step: at, steps: steps.length };
}

/** Path of the page that the step points into; null if it points at an element that is on every page. */
export const pageOfStep = (user: UserInfo, step: number): string | null =>
  ON_DASHBOARD.includes(tourStepAt(user, step).place) ? dashboardOf(user) : null;
