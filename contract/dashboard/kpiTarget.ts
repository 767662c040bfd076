/** Under which filters the rows of a KPI stand: the server counts with them, and the app links to them. */
import { lists, visibleTo, type ListDefinition } from '../lists';
import type { OrganizationType } from '../organizations';
import type { Permission } from '../permissions';
import { carriedFilters, type Carried, type DashboardFilter, type ListFilters, type Period } from './filter';
import { REPORT_PAGES } from './kpiReports';
import type { Quantity } from './kpis';

/** A quantity's own filters without those that organisations of this type do not have: for them they go without saying. */
export function ownFilters({ list, filters }: Quantity, type: OrganizationType): ListFilters {
  const known: ListDefinition['filters'] = lists[list].filters;
  const isKnown = visibleTo(type);
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => known[name] !== undefined && isKnown(known[name])),
  );
}

/** The filter that takes the period, with it. */
export const datedFilter = ({ dated = 'period' }: Quantity, { from, to }: Period): ListFilters => ({
  [dated]: [`${from}..${to}`],
});

export interface KpiTarget extends Carried {
  readonly list: Quantity['list'];
  /** Below the user's root. */
  readonly path: string;
  /** Any of these, and MENU_NEXUS_REPORTS, opens it. */
  readonly anyOf: readonly Permission[];
}

/** Where a number leads: `filters` stand in the address. */
export function kpiTarget(opens: Quantity, filter: DashboardFilter, period: Period, type: OrganizationType): KpiTarget {
  const { filters, leftOut } = carriedFilters(opens.list, filter, null, type);
  const { segment, anyOf } = REPORT_PAGES[opens.list];
  return {
    list: opens.list,
    path: `nexusreports/${segment}`,
    anyOf,
    filters: { ...filters, ...ownFilters(opens, type), ...datedFilter(opens, period) },
    leftOut,
  };
}
