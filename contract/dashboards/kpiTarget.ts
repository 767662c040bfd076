/** The filters that select the rows of a KPI: the server counts with them, and the app links with them. */
import type { OrganizationType } from '../base/organizations';
import type { Permission } from '../base/permissions';
import { lists } from '../lists/catalog';
import { visibleTo, type ListDefinition } from '../lists/list';
import {
  translateFilters,
  type TranslatedFilters,
  type DashboardFilter,
  type ListFilters,
  type Period,
} from './filter';
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

export interface KpiTarget extends TranslatedFilters {
  readonly list: Quantity['list'];
  /** Where a number leads; `filters` go into the query string. */
  readonly path: string;
  /** Any of these, and MENU_NEXUS_REPORTS, opens it. */
  readonly anyOf: readonly Permission[];
}

/** Where a number leads: `filters` are part of the address. */
export function kpiTarget(opens: Quantity, filter: DashboardFilter, period: Period, type: OrganizationType): KpiTarget {
  const { filters, ignoredFilters } = translateFilters(opens.list, filter, null, type);
  const { segment, anyOf } = REPORT_PAGES[opens.list];
  return {
    list: opens.list,
    path: `nexusreports/${segment}`,
    anyOf,
    filters: { ...filters, ...ownFilters(opens, type), ...datedFilter(opens, period) },
    ignoredFilters,
  };
}
