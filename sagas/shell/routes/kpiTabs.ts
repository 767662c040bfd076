/** The tabs of the managing organisation's KPI dashboard: each is an address of its own. */
export const KPI_ROOT = 'supplierbidashboard';

export const KPI_TABS = [
  { segment: 'bussiness-analysis', label: 'Business Analysis' },
  { segment: 'top-supplier', label: 'Supplier Ranking' },
  { segment: 'supplier-dashboard', label: 'Supplier KPI' },
] as const;
export type KpiTab = (typeof KPI_TABS)[number]['segment'];

export const kpiTabPath = (tab: KpiTab): string => `${KPI_ROOT}/${tab}`;

/** The tab at a path under the root; null where there is none. */
export const kpiTabAt = (path: string): KpiTab | null =>
  KPI_TABS.find(({ segment }) => kpiTabPath(segment) === path)?.segment ?? null;
