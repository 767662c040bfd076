/** What the frame around every page shows: which page, its name, the menu, the way here. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../contract';
import { selectUser } from '../session/session.selectors';
import type { AppState } from '../state';
import { currentEntry, menuFor } from './menus/menuFor';
import type { Notice } from './notices/notices.actions';
import { landingOf, resolve, rootOf, ROUTES, type Resolution } from './routes/resolve';
import { isAllowed, type Route } from './routes/route.types';
import type { WindowState } from './window/window.rules';

export const selectLocation = (state: AppState) => state.shell?.location ?? null;

export const selectPathname = (state: AppState) => selectLocation(state)?.pathname ?? null;

export const selectArrivedBy = (state: AppState) => state.shell?.arrivedBy ?? 'replace';

const ROOMY: WindowState = { breakpoint: 'desktop', snapped: false };
export const selectWindow = (state: AppState): WindowState => state.shell?.window ?? ROOMY;

const QUIET: readonly Notice[] = [];
export const selectNotices = (state: AppState): readonly Notice[] => state.shell?.notices ?? QUIET;

export const selectLogo = (state: AppState) => state.shell?.logo ?? null;

/** What is at the address for whoever is signed in. */
export const selectResolution = createSelector(
  [selectUser, selectPathname],
  (user, pathname): Resolution | { readonly kind: 'waiting' } =>
    user === null || pathname === null ? { kind: 'waiting' } : resolve(user, pathname),
);

export const selectRoute = createSelector([selectResolution], (resolution) =>
  resolution.kind === 'screen' ? resolution.route : null,
);

/** Whether the page is all there is in the window. */
export const selectWholeWindow = (state: AppState): boolean => selectRoute(state)?.wholeWindow === true;

export const selectQuery = createSelector(
  [(state: AppState) => selectLocation(state)?.search ?? ''],
  (search) => new URLSearchParams(search),
);

/** In the address, so that a copied link shows the same. */
export const CLIENT_PARAM = 'clientId';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uuidOrNull = (text: string | null) => (text !== null && UUID.test(text) ? text : null);

/** The facility chosen for everything below the root of managing organisations. */
export const selectClientId = (state: AppState): string | null => {
  const user = selectUser(state);
  return user !== null && mayChooseClient(user) ? uuidOrNull(selectQuery(state).get(CLIENT_PARAM)) : null;
};

/** The dropdown of facilities shows under the root of managing organisations only. */
export function mayChooseClient(user: UserInfo): boolean {
  return rootOf(user) === 'vms';
}

/** The part of the query that goes along from page to page. */
export const selectCarriedQuery = createSelector([selectClientId], (clientId) =>
  clientId === null ? '' : `?${new URLSearchParams({ [CLIENT_PARAM]: clientId }).toString()}`,
);

/** Where the logo and Home lead. */
export const selectLanding = createSelector([selectUser, selectCarriedQuery], (user, carried) =>
  user === null ? '/' : landingOf(user) + carried,
);

export const selectMenu = createSelector([selectUser, selectCarriedQuery], (user, carried) =>
  user === null ? [] : menuFor(user, carried),
);

export const selectCurrentEntry = createSelector([selectMenu, selectPathname], (menu, pathname) =>
  pathname === null ? null : currentEntry(menu, pathname),
);

export interface Crumb {
  readonly label: string;
  /** Null for the page one is on. */
  readonly to: string | null;
}

/** Home and the way from it to this page; nothing on report pages. */
export const selectBreadcrumb = createSelector(
  [selectUser, selectRoute, selectCurrentEntry, selectCarriedQuery],
  (user, route, entry, carried): readonly Crumb[] => {
    if (user === null || route === null || route.withoutBreadcrumb) return [];
    const landing = { label: 'Home', to: landingOf(user) + carried };
    const isLanding = landing.to === `/${rootOf(user)}/${route.path}${carried}`;
    if (isLanding)
      return [{ label: 'Home', to: null }, ...(route.title === 'Home' ? [] : [{ label: route.title, to: null }])];
    const section = entry !== null && entry.label !== route.title && !entry.to.endsWith(`/${route.path}${carried}`);
    const list = listAbove(user, route);
    const above = list === null ? null : { label: list.title, to: `/${rootOf(user)}/${list.path}${carried}` };
    const isOther = above !== null && (!section || entry.to !== above.to);
    return [
      landing,
      ...(section ? [{ label: entry.label, to: entry.to }] : []),
      ...(isOther ? [above] : []),
      { label: route.title, to: null },
    ];
  },
);

/** The list that a page adds to, or shows one of. */
const listAbove = (user: UserInfo, { path }: Route): Route | null =>
  ROUTES[rootOf(user)].find(
    (each) =>
      each.list !== undefined &&
      /^\/(add|:\w+(\/edit)?)$/.test(path.slice(each.path.length)) &&
      path.startsWith(each.path),
  ) ?? null;

/** The lists of administration that are open to the person. */
export const selectAdminSections = createSelector(
  [selectUser, selectRoute, selectCarriedQuery],
  (user, route, carried) => {
    if (user === null) return [];
    const root = rootOf(user);
    return ROUTES[root]
      .filter((each) => each.screen === 'adminList' && isAllowed(each, user))
      .map(({ path, title }) => ({ label: title, to: `/${root}/${path}${carried}`, current: path === route?.path }));
  },
);

/** For the tab and the history. */
export const selectPageTitle = createSelector(
  [selectResolution, (state: AppState) => state.config.branding.productName],
  (resolution, product) => (resolution.kind === 'screen' ? `${resolution.route.title} · ${product}` : product),
);
