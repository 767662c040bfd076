/** The filters of a report that select the rows of a KPI: the server counts with them, and the app links with them. */
import type { OrganizationType } from '../base/organizations';
import { lists } from '../lists/catalog';
import { visibleTo, type ListDefinition } from '../lists/list';
import { translateFilters, type DashboardFilter, type ListFilters, type Period } from './filter';
import { REPORT_PAGES } from './kpiReports';
import type { Quantity } from './kpiDefinition';

/** A quantity's own filters, without those that this organization type does not have. */
export function ownFilters({ list, filters }: Quantity, type: OrganizationType): ListFilters {
  const known: ListDefinition['filters'] = lists[list].filters;
  const isKnown = visibleTo(type);
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => known[name] !== undefined && isKnown(known[name])),
  );
}

/** The filter that limits rows to the period. */
export const datedFilter = ({ dated = 'period' }: Quantity, { from, to }: Period): ListFilters => ({
  [dated]: [`${from}..${to}`],
});

export interface ReportRows {
  /** Relative to the user's root. */
  readonly path: string;
  readonly filters: ListFilters;
}

/** The report that lists the rows of a quantity, filtered as the dashboard and by the period. */
export function reportRows(
  quantity: Quantity,
  filter: DashboardFilter,
  period: Period,
  type: OrganizationType,
): ReportRows {
  const { filters } = translateFilters(quantity.list, filter, null, type);
  return {
    path: `nexusreports/${REPORT_PAGES[quantity.list].segment}`,
    filters: { ...filters, ...datedFilter(quantity, period), ...ownFilters(quantity, type) },
  };
}
