/**
 * The tabs of a page: the parts of its list, other administration lists, other reports. Loaded with the first such
 * page.
 */
import { createSelector } from 'reselect';
import { REPORT_PAGES } from '../../../contract/dashboards/kpiReports';
import { selectUser } from '../../session/session.selectors';
import { selectPersistentQuery, selectRoute } from '../location/location.selectors';
import { REPORT_GROUPS, reportAddress, siblingReports } from '../routes/reports.sections';
import { ROUTES, rootOf } from '../routes/resolve';
import { isAllowed, type Route } from '../routes/route.types';

export interface RouteTab {
  readonly label: string;
  readonly route: Route;
}

/** The tabs of the list at the address, those that the user may open; empty for a list without tabs. */
export const selectTabRoutes = createSelector([selectUser, selectRoute], (user, route): readonly RouteTab[] => {
  const { tab } = route ?? {};
  if (user === null || route === null || tab === undefined) return [];
  const tabs = ROUTES[rootOf(user)].filter((each) => each.tab?.group === tab.group && isAllowed(each, user));
  // A list with two addresses is one tab; the current address wins.
  const byLabel = new Map<string, Route>();
  for (const each of tabs) {
    const label = each.tab?.label ?? '';
    if (each === route || !byLabel.has(label)) byLabel.set(label, each);
  }
  return [...byLabel].map(([label, each]) => ({ label, route: each }));
});

/** The lists of administration that the user may open. */
export const selectAdminSections = createSelector(
  [selectUser, selectRoute, selectPersistentQuery],
  (user, route, persistentQuery) => {
    if (user === null) return [];
    const root = rootOf(user);
    return ROUTES[root]
      .filter((each) => each.screen === 'adminList' && isAllowed(each, user))
      .map(({ path, title }) => ({
        label: title,
        to: `/${root}/${path}${persistentQuery}`,
        current: path === route?.path,
      }));
  },
);

/** The address of the page that lists the reports; null without a user. */
export const selectAllReports = createSelector([selectUser, selectPersistentQuery], (user, persistentQuery) =>
  user === null ? null : `/${rootOf(user)}/nexusreports${persistentQuery}`,
);

export interface ReportLink {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
}

/** The group's page first, then its reports that the user may open. */
export const selectSiblingReports = createSelector(
  [selectUser, selectRoute, selectPersistentQuery],
  (user, route, persistentQuery): readonly ReportLink[] => {
    if (user === null || route === null) return [];
    const root = rootOf(user);
    const link = (label: string, address: string): ReportLink[] => {
      const [path = '', query] = address.split('?', 2);
      const target = ROUTES[root].find((each) => each.path === path);
      if (target === undefined || !isAllowed(target, user)) return [];
      const search = [persistentQuery.replace(/^\?/, ''), query ?? ''].filter((part) => part !== '').join('&');
      return [{ label, to: `/${root}/${path}${search === '' ? '' : `?${search}`}`, current: path === route.path }];
    };
    const siblings = siblingReports(route.path);
    const groups = REPORT_GROUPS.filter(
      ({ segment, permission }) =>
        route.path === `nexusreports/${segment}` || siblings.some((name) => REPORT_PAGES[name].anyOf[0] === permission),
    );
    const group = groups.length === 1 ? groups : groups.filter(({ segment }) => segment === 'dashboard');
    return [
      ...group.flatMap(({ title, segment }) => link(title, `nexusreports/${segment}`)),
      ...siblings.flatMap((name) => link(REPORT_PAGES[name].title, reportAddress(name))),
    ];
  },
);
