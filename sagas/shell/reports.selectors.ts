/** The reports that stand beside the one that is open. */
import { createSelector } from 'reselect';
import { REPORT_PAGES } from '../../contract/dashboard/kpiReports';
import { selectUser } from '../session/session.selectors';
import { REPORT_GROUPS, reportAddress, reportsBeside } from './routes/reports.section';
import { rootOf, ROUTES } from './routes/resolve';
import { isAllowed } from './routes/route.types';
import { selectCarriedQuery, selectRoute } from './shell.selectors';

export interface ReportLink {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
}

/** The page of the group first, then its reports, as far as the person may open them. */
export const selectReportsBeside = createSelector(
  [selectUser, selectRoute, selectCarriedQuery],
  (user, route, carried): readonly ReportLink[] => {
    if (user === null || route === null) return [];
    const root = rootOf(user);
    const link = (label: string, address: string): ReportLink[] => {
      const [path = '', query] = address.split('?', 2);
      const target = ROUTES[root].find((each) => each.path === path);
      if (target === undefined || !isAllowed(target, user)) return [];
      const search = [carried.replace(/^\?/, ''), query ?? ''].filter((part) => part !== '').join('&');
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
