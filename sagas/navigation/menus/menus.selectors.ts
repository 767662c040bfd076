/** The main menu, the breadcrumb, and links to related pages. */
import { createSelector } from 'reselect';
import { selectUser } from '../../session/session.selectors';
import { selectKeptQuery, selectPageName, selectPathname, selectRoute } from '../location/location.selectors';
import { landingOf, rootOf, ROUTES, resolve } from '../routes/resolve';
import type { UserInfo } from '../../../contract/identity/access.endpoints';
import { isAllowed, type Route } from '../routes/route.types';
import { SECURITY_PATH } from '../routes/sections';
import { RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { reportsBeside, REPORT_GROUPS, reportAddress } from '../routes/reports.sections';
import { REPORT_PAGES } from '../../../contract/dashboards/kpiReports';
import { MENUS, type MenuEntry, type MenuLink, type MenuHandOff, type MenuGroup } from './menus';

/** The main menu: groups and links with complete addresses; empty without a user. */
export const selectMenu = createSelector([selectUser, selectKeptQuery], (user, keptQuery) =>
  user === null ? [] : menuFor(user, keptQuery),
);

/** Where the user sees to their own account; null without a user. */
export const selectSecurityAddress = createSelector([selectUser, selectKeptQuery], (user, keptQuery) =>
  user === null ? null : `/${rootOf(user)}/${SECURITY_PATH}${keptQuery}`,
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

/** The path from Home to this page; null on report pages. */
export const selectBreadcrumb = createSelector(
  [selectUser, selectRoute, selectCurrentEntry, selectKeptQuery, selectPageName],
  (user, route, entry, keptQuery, name): readonly Crumb[] => {
    if (user === null || route === null || route.withoutBreadcrumb) return [];
    const landing = { label: 'Home', to: landingOf(user) + keptQuery };
    const isLanding = landing.to === `/${rootOf(user)}/${route.path}${keptQuery}`;
    if (isLanding)
      return [{ label: 'Home', to: null }, ...(route.title === 'Home' ? [] : [{ label: route.title, to: null }])];
    if (route.record !== undefined) {
      const above = listOf(user, route.record);
      return [
        landing,
        ...(above === null ? [] : [{ label: above.title, to: `/${rootOf(user)}/${above.path}${keptQuery}` }]),
        { label: name ?? route.title, to: null },
      ];
    }
    const section = entry !== null && entry.label !== route.title && !entry.to.endsWith(`/${route.path}${keptQuery}`);
    const list = listAbove(user, route);
    const above = list === null ? null : { label: list.title, to: `/${rootOf(user)}/${list.path}${keptQuery}` };
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

export interface ListTab {
  readonly label: string;
  readonly route: Route;
}

/** The tabs of the list at the address, those that the user may open; empty for a list without tabs. */
export const selectTabRoutes = createSelector([selectUser, selectRoute], (user, route): readonly ListTab[] => {
  const { tab } = route ?? {};
  if (user === null || route === null || tab === undefined) return [];
  const tabs = ROUTES[rootOf(user)].filter((each) => each.tab?.group === tab.group && isAllowed(each, user));
  // A list with two addresses is one tab: where somebody is comes first.
  const byLabel = new Map<string, Route>();
  for (const each of tabs) {
    const label = each.tab?.label ?? '';
    if (each === route || !byLabel.has(label)) byLabel.set(label, each);
  }
  return [...byLabel].map(([label, each]) => ({ label, route: each }));
});

/** The lists of administration that the user may open. */
export const selectAdminSections = createSelector(
  [selectUser, selectRoute, selectKeptQuery],
  (user, route, keptQuery) => {
    if (user === null) return [];
    const root = rootOf(user);
    return ROUTES[root]
      .filter((each) => each.screen === 'adminList' && isAllowed(each, user))
      .map(({ path, title }) => ({ label: title, to: `/${root}/${path}${keptQuery}`, current: path === route?.path }));
  },
);

export interface ReportLink {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
}

/** The group's page first, then its reports that the user may open. */
export const selectReportsBeside = createSelector(
  [selectUser, selectRoute, selectKeptQuery],
  (user, route, keptQuery): readonly ReportLink[] => {
    if (user === null || route === null) return [];
    const root = rootOf(user);
    const link = (label: string, address: string): ReportLink[] => {
      const [path = '', query] = address.split('?', 2);
      const target = ROUTES[root].find((each) => each.path === path);
      if (target === undefined || !isAllowed(target, user)) return [];
      const search = [keptQuery.replace(/^\?/, ''), query ?? ''].filter((part) => part !== '').join('&');
      return [{ label, to: `/${root}/${path}${search === '' ? '' : `?${search}`}`, current: path === route.path }];
    };
    const beside = reportsBeside(route.path);
    const groups = REPORT_GROUPS.filter(
      ({ segment, permission }) =>
        route.path === `nexusreports/${segment}` || beside.some((name) => REPORT_PAGES[name].anyOf[0] === permission),
    );
    const group = groups.length === 1 ? groups : groups.filter(({ segment }) => segment === 'dashboard');
    return [
      ...group.flatMap(({ title, segment }) => link(title, `nexusreports/${segment}`)),
      ...beside.flatMap((name) => link(REPORT_PAGES[name].title, reportAddress(name))),
    ];
  },
);

/**
 * The menu of this user: an entry is shown if its page may be opened. Addresses are complete; `keptQuery` is the part
 * of the query that stays from page to page.
 */
export function menuFor(user: UserInfo, keptQuery = ''): readonly MenuEntry[] {
  const root = rootOf(user);
  const isPage = (path: string) => resolve(user, `/${root}/${path}`).kind === 'screen';
  const isOpen = (entry: MenuLink | MenuHandOff) => 'handOff' in entry || isPage(entry.to);
  const address = (path: string) => `/${root}/${path}${keptQuery}`;
  const whole = <E extends MenuLink | MenuHandOff>(entry: E): E => {
    if (!('to' in entry)) return entry;
    const { opens = entry.to } = entry;
    return { ...entry, to: address(entry.to), opens: address(isPage(opens) ? opens : entry.to) };
  };
  return MENUS[root].flatMap((entry): readonly MenuEntry[] => {
    if (!('entries' in entry)) return isOpen(entry) ? [whole(entry)] : [];
    const entries = entry.entries.filter(isOpen).map(whole);
    return entries.length > 0 ? [{ ...entry, entries } satisfies MenuGroup] : [];
  });
}

/** The entry for this address: the one with the longest matching path. */
export function currentEntry(menu: readonly MenuEntry[], pathname: string): MenuLink | null {
  const links = menu
    .flatMap((entry) => ('entries' in entry ? entry.entries : [entry]))
    .filter((entry) => 'to' in entry);
  const lies = ({ to }: MenuLink) => {
    const [path = to] = to.split('?', 1);
    return pathname === path || pathname.startsWith(`${path}/`);
  };
  const on = links.filter(lies).sort((a, b) => b.to.length - a.to.length)[0];
  return on ?? links.find(({ to }) => sectionOf(to) === sectionOf(pathname)) ?? null;
}

const sectionOf = (path: string) => path.split('?', 1)[0]?.split('/').slice(0, 3).join('/');
