/** Links to the report behind a figure, with its filters. Null if the user may not open it. */
import { createSelector } from 'reselect';
import { translateFilters, type DashboardFilter, type Period } from '../../../../contract/dashboards/filter';
import { REPORT_PAGES } from '../../../../contract/dashboards/kpiReports';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { Quantity } from '../../../../contract/dashboards/kpiDefinition';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import { lists } from '../../../../contract/lists/catalog';
import { visibleTo, type ListDefinition } from '../../../../contract/lists/list';
import { selectKeptQuery } from '../../../navigation/location/location.selectors';
import { narrowedTo } from '../../../navigation/routes/listAddress';
import { resolve, rootOf } from '../../../navigation/routes/resolve';
import { selectUser } from '../../../session/session.selectors';
import { selectEffectiveForm } from '../filters/choices.selectors';
import { KPI_PARAM } from './kpiAddress';

export interface ReportContext {
  readonly user: UserInfo;
  readonly form: DashboardFilter;
  /** The query that is kept from page to page. */
  readonly keptQuery: string;
}

/** The rows that a KPI opens. `more` adds filters: the supplier of a row. */
export const reportLink = (
  code: Kpi,
  period: Period,
  asker: ReportContext,
  more: DashboardFilter = {},
): string | null => rowsLink(kpi(code).opens, code, period, asker, more);

/**
 * The rows of one quantity of a KPI. The address names the KPI, so that its figure is shown above them. Null if the
 * user may not open the report.
 */
export function rowsLink(
  { list, filters, dated }: Quantity,
  code: Kpi,
  period: Period,
  { user, form, keptQuery }: ReportContext,
  more: DashboardFilter = {},
): string | null {
  const pathname = `/${rootOf(user)}/nexusreports/${REPORT_PAGES[list].segment}`;
  if (resolve(user, pathname).kind !== 'screen') return null;
  const definition: ListDefinition = lists[list];
  const type = user.organizationType;
  const { filters: chosen } = translateFilters(list, { ...form, ...more }, dated === undefined ? period : null, type);
  const days = dated === undefined ? {} : { [dated]: [`${period.from}..${period.to}`] };
  const known = Object.entries({ ...chosen, ...days, ...filters }).filter(([name]) => {
    const filter = definition.filters[name];
    return filter !== undefined && visibleTo(type)(filter);
  });
  const kept = new URLSearchParams(keptQuery);
  kept.set(KPI_PARAM, code);
  return narrowedTo(pathname, { filters: Object.fromEntries(known) }, kept.toString());
}

/** Null until the filter is known. */
export const selectReportContext = createSelector(
  [selectUser, selectEffectiveForm, selectKeptQuery],
  (user, form, keptQuery): ReportContext | null => (user === null || form === null ? null : { user, form, keptQuery }),
);
