/** The tour for new users: at most five steps, by their permissions. Pure. */
import type { UserInfo } from '../../../contract/identity/access.endpoints';

/** What a step points at; the view finds its place on the page. */
export type TourPlace = 'menu' | 'needs' | 'figures' | 'filters' | 'palette' | 'bell' | 'profile';

export interface TourStep {
  readonly place: TourPlace;
  readonly title: string;
  readonly text: string;
}

const WORK: Readonly<Record<string, string>> = {
  VMS: 'What waits for your program stands first: submissions to review, documents, timesheets, whatever the cards are filtered by.',
  CLIENT:
    'What waits for your facility stands first: submissions to decide on, timesheets to approve, whatever the cards are filtered by.',
  AGENCY: 'What waits for you stands first: offers to answer, documents to bring, whatever the cards are filtered by.',
};

const figures: TourStep = {
  place: 'figures',
  title: 'Every number opens its rows',
  text: 'Press a number or a bar, and you see exactly what it counts. Point at one to read how it is counted.',
};
const filters: TourStep = {
  place: 'filters',
  title: 'One filter for all cards',
  text: 'The chosen period stands here in words. Save a filter to come back to it, or share its address.',
};
const palette: TourStep = {
  place: 'palette',
  title: 'Go to anything by its name',
  text: 'Ctrl K finds records by number or name, pages, and what you can do here.',
};
const bell: TourStep = {
  place: 'bell',
  title: 'What happens comes to you',
  text: 'Notifications arrive while you work, and most can be acted on where they stand. You choose which ones you get.',
};
const menu: TourStep = {
  place: 'menu',
  title: 'All pages are in the menu',
  text: 'It holds what your role may open. A page you come back to often keeps its address: bookmark it.',
};
const profile: TourStep = {
  place: 'profile',
  title: 'Yours to set',
  text: 'Notifications, how dense tables are, passkeys and your password are under your initials.',
};

/** The steps for somebody, in their order. */
export function tourStepsOf({ organizationType, permissions }: UserInfo): readonly TourStep[] {
  const work = WORK[organizationType];
  const hasCards = permissions.some((each) => each.startsWith('VMS_DASHBOARD_'));
  if (work === undefined || !hasCards) return [menu, palette, bell, profile];
  return [{ place: 'needs', title: 'Start here', text: work }, figures, filters, palette, bell];
}
