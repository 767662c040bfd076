/** The main menu and the breadcrumb. */
import { createSelector } from 'reselect';
import type { HandOff, RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { selectUser } from '../../session/session.selectors';
import { selectPersistentQuery, selectPageName, selectPathname, selectRoute } from '../location/location.selectors';
import { landingOf, rootOf, ROUTES, resolve } from '../routes/resolve';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { isAllowed, type Route } from '../routes/route.types';
import { SECURITY_PATH } from '../routes/sections';
import { RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { handOffName } from './handOffNames';
import { MENUS, type MenuEntry, type MenuLink, type MenuHandOff, type MenuGroup } from './menus';

const selectHandOffs = ({ config }: { readonly config: RuntimeConfig }) => config.handOffs;

/** The main menu: groups and links with complete addresses; empty without a user. */
export const selectMenu = createSelector(
  [selectUser, selectPersistentQuery, selectHandOffs],
  (user, persistentQuery, handOffs) => (user === null ? [] : menuFor(user, persistentQuery, handOffs)),
);

/** The learning service; null if none is set up. */
export const selectLearning = createSelector([selectUser, selectHandOffs], (user, handOffs): MenuHandOff | null =>
  handOffs?.includes('learning') === false ? null : { label: handOffName('learning', user), handOff: 'learning' },
);

/** The address of the page Sign-In & Security; null without a user. */
export const selectSecurityAddress = createSelector([selectUser, selectPersistentQuery], (user, persistentQuery) =>
  user === null ? null : `/${rootOf(user)}/${SECURITY_PATH}${persistentQuery}`,
);

/** The menu's link for the address; null if there is none. */
export const selectCurrentEntry = createSelector([selectMenu, selectPathname], (menu, pathname) =>
  pathname === null ? null : currentEntry(menu, pathname),
);

export interface Crumb {
  readonly label: string;
  /** Null for the current page. */
  readonly to: string | null;
}

/** The path from Home to this page; empty on report pages. */
export const selectBreadcrumb = createSelector(
  [selectUser, selectRoute, selectCurrentEntry, selectPersistentQuery, selectPageName],
  (user, route, entry, persistentQuery, name): readonly Crumb[] => {
    if (user === null || route === null || route.withoutBreadcrumb) return [];
    const landing = { label: 'Home', to: landingOf(user) + persistentQuery };
    const isLanding = landing.to === `/${rootOf(user)}/${route.path}${persistentQuery}`;
    if (isLanding)
      return [{ label: 'Home', to: null }, ...(route.title === 'Home' ? [] : [{ label: route.title, to: null }])];
    if (route.record !== undefined) {
      const above = listOf(user, route.record);
      return [
        landing,
        ...(above === null ? [] : [{ label: above.title, to: `/${rootOf(user)}/${above.path}${persistentQuery}` }]),
        { label: name ?? route.title, to: null },
      ];
    }
    const section =
      entry !== null && entry.label !== route.title && !entry.to.endsWith(`/${route.path}${persistentQuery}`);
    const list = listAbove(user, route);
    const above = list === null ? null : { label: list.title, to: `/${rootOf(user)}/${list.path}${persistentQuery}` };
    const isOther = above !== null && (!section || entry.to !== above.to);
    return [
      landing,
      ...(section ? [{ label: entry.label, to: entry.to }] : []),
      ...(isOther ? [above] : []),
      { label: route.title, to: null },
    ];
  },
);

/** The list that a page adds to, or shows one row of. */
const listAbove = (user: UserInfo, { path }: Route): Route | null =>
  ROUTES[rootOf(user)].find(
    (each) =>
      each.list !== undefined &&
      /^\/(add|:\w+(\/edit)?)$/.test(path.slice(each.path.length)) &&
      path.startsWith(each.path),
  ) ?? null;

/** The page that lists all records of a kind; null if the user may open none. */
const listOf = (user: UserInfo, kind: RecordKind): Route | null =>
  ROUTES[rootOf(user)].find(
    ({ list, withoutBreadcrumb, ...access }) =>
      list !== undefined &&
      list.fixed === undefined &&
      !withoutBreadcrumb &&
      RECORD_LISTS[kind].some((each) => each === list.name) &&
      isAllowed(access, user),
  ) ?? null;

/**
 * The menu of this user: an entry is shown if its page may be opened, or its service is one of `handOffs`, by default
 * all. Addresses are complete; `persistentQuery` is the part of the query that stays from page to page.
 */
export function menuFor(user: UserInfo, persistentQuery = '', handOffs?: readonly HandOff[]): readonly MenuEntry[] {
  const root = rootOf(user);
  /** Null if the user may not open the page, or the one that the path leads to. */
  const address = (path: string): string | null => {
    const pathname = `/${root}/${path}`;
    const at = resolve(user, pathname);
    if (at.kind === 'redirect') return at.to + persistentQuery;
    return at.kind === 'screen' ? pathname + persistentQuery : null;
  };
  const shown = (entry: MenuLink | MenuHandOff): readonly (MenuLink | MenuHandOff)[] => {
    if (!('to' in entry))
      return handOffs?.includes(entry.handOff) === false ? [] : [{ ...entry, label: handOffName(entry.handOff, user) }];
    const to = address(entry.to);
    return to === null ? [] : [{ ...entry, to, opens: address(entry.opens ?? entry.to) ?? to }];
  };
  return MENUS[root].flatMap((entry): readonly MenuEntry[] => {
    if (!('entries' in entry)) return shown(entry);
    const entries = entry.entries.flatMap(shown);
    return entries.length > 0 ? [{ ...entry, entries } satisfies MenuGroup] : [];
  });
}

/** The entry for this address: the one with the longest matching path. */
export function currentEntry(menu: readonly MenuEntry[], pathname: string): MenuLink | null {
  const links = menu
    .flatMap((entry) => ('entries' in entry ? entry.entries : [entry]))
    .filter((entry) => 'to' in entry);
  const contains = ({ to }: MenuLink) => {
    const [path = to] = to.split('?', 1);
    return pathname === path || pathname.startsWith(`${path}/`);
  };
  const on = links.filter(contains).sort((a, b) => b.to.length - a.to.length)[0];
  return on ?? links.find(({ to }) => sectionOf(to) === sectionOf(pathname)) ?? null;
}

const sectionOf = (path: string) => path.split('?', 1)[0]?.split('/').slice(0, 3).join('/');
