/** What the frame around every page shows: the page, its title, and the links that lead here. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { selectUser } from '../../session/session.selectors';
import { landingOf, resolve, rootOf, type Resolution } from '../routes/resolve';
import type { WithLocation } from './location.slice';
import type { WithMachines } from '../../base/runtime/machines.slice';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { canonicalUuid } from '../../../contract/base/uuid';

/** The parts of the store that identify the user and the page. */
export type WithPage = WithLocation & WithMachines;

/** The address; null until it has been read. */
export const selectLocation = (state: WithLocation) => state.location ?? null;

/** The path without its query; null until it has been read. */
export const selectPathname = (state: WithLocation) => selectLocation(state)?.pathname ?? null;

/** How the user got to this address: by a link (`push`), a redirect (`replace`), or Back and Forward (`pop`). */
export const selectArrivedBy = (state: WithLocation) => state.arrivedBy ?? 'replace';

/** The entry of the menu that led to this address; null if it was reached in another way. */
export const selectMenuPress = (state: WithLocation): string | null => state.menuPress?.to ?? null;

/** The address before this one; null at the first page. */
export const selectPreviousLocation = (state: WithLocation) => state.lastStep?.from ?? null;

/** Resolves the address for the signed-in user. */
export const selectResolution = createSelector(
  [selectUser, selectPathname],
  (user, pathname): Resolution | { readonly kind: 'waiting' } =>
    user === null || pathname === null ? { kind: 'waiting' } : resolve(user, pathname),
);

/** The route of the screen at the address; null for pages without one. */
export const selectRoute = createSelector([selectResolution], (resolution) =>
  resolution.kind === 'screen' ? resolution.route : null,
);

/** Title of the route at the address; empty for pages without one. */
export const selectRouteTitle = (state: WithPage): string => selectRoute(state)?.title ?? '';

/** The query of the address; empty until it has been read. */
export const selectQuery = createSelector(
  [(state: WithLocation) => selectLocation(state)?.search ?? ''],
  (search) => new URLSearchParams(search),
);

export const WALL_DISPLAY_PARAM = 'board';

/** Whether the home dashboard is shown on a wall display (`?board=1`): it fills the window and has no controls. */
export const selectIsWallDisplay = (state: WithPage): boolean =>
  selectRoute(state)?.screen === 'homeDashboard' && selectQuery(state).get(WALL_DISPLAY_PARAM) === '1';

/** Whether the page is shown without the frame. */
export const selectIsFrameless = (state: WithPage): boolean =>
  selectRoute(state)?.withoutFrame === true || selectIsWallDisplay(state);

/** In the address, so that a copied link shows the same. */
export const CLIENT_PARAM = 'clientId';

/** The facility that managing organizations have chosen for all pages. */
export const selectClientId = (state: WithPage): string | null => {
  const user = selectUser(state);
  return user !== null && mayChooseClient(user) ? canonicalUuid(selectQuery(state).get(CLIENT_PARAM)) : null;
};

/** Only managing organizations have the dropdown of facilities. */
export function mayChooseClient(user: UserInfo): boolean {
  return rootOf(user) === 'vms';
}

/** The part of the query that is kept from page to page. */
export const selectPersistentQuery = createSelector([selectClientId], (clientId) =>
  clientId === null ? '' : `?${new URLSearchParams({ [CLIENT_PARAM]: clientId }).toString()}`,
);

/** Where the logo and Home lead. */
export const selectLanding = createSelector([selectUser, selectPersistentQuery], (user, persistentQuery) =>
  user === null ? '/' : landingOf(user) + persistentQuery,
);

/** The page's own title, such as 'Job 10023' or 'Page not found'; null if its route has it. */
export const selectPageName = (state: WithLocation): string | null => {
  const { namedPage } = state;
  return namedPage != null && namedPage.pathname === selectPathname(state) ? namedPage.name : null;
};

/** Title of the tab and the history entry. */
export const selectPageTitle = createSelector(
  [selectPageName, selectRouteTitle, (state: { readonly config: RuntimeConfig }) => state.config.branding.productName],
  (name, title, product) => [name ?? title, product].filter(Boolean).join(' · '),
);

/** Whether a query (`?view=calendar&month=2026-11&day=2026-11-21`) requests the calendar instead of the list. */
export const showsCalendar = (search: string): boolean => new URLSearchParams(search).get('view') === 'calendar';

/** Whether the address is that of the calendar, not of the list. */
export const selectShowsCalendar = (state: WithPage): boolean =>
  selectRoute(state)?.screen === 'tasks' && showsCalendar(selectLocation(state)?.search ?? '');
