/** The address of the report behind a figure, with its filters. Null where this person may not go there. */
import type { UserInfo } from '../../contract';
import { lists, visibleTo, type ListDefinition } from '../../contract/lists';
import { carriedFilters, type DashboardFilter, type Period } from '../../contract/dashboard';
import { kpi, REPORT_PAGES, type Kpi } from '../../contract/dashboard/kpi';
import { narrowedTo } from '../lists/list.address';
import { resolve, rootOf } from '../shell/routes/resolve';

export interface Asker {
  readonly user: UserInfo;
  readonly form: DashboardFilter;
  /** The query that goes along from page to page. */
  readonly carried: string;
}

/** `more` narrows it further: the supplier of a row. */
export function reportLink(
  code: Kpi,
  period: Period,
  { user, form, carried }: Asker,
  more: DashboardFilter = {},
): string | null {
  const { list, filters, dated } = kpi(code).opens;
  const pathname = `/${rootOf(user)}/nexusreports/${REPORT_PAGES[list].segment}`;
  if (resolve(user, pathname).kind !== 'screen') return null;
  const definition: ListDefinition = lists[list];
  const type = user.organizationType;
  const { filters: chosen } = carriedFilters(list, { ...form, ...more }, dated === undefined ? period : null, type);
  const days = dated === undefined ? {} : { [dated]: [`${period.from}..${period.to}`] };
  const known = Object.entries({ ...chosen, ...days, ...filters }).filter(([name]) => {
    const filter = definition.filters[name];
    return filter !== undefined && visibleTo(type)(filter);
  });
  return narrowedTo(pathname, { filters: Object.fromEntries(known) }, carried);
}
