/**
 * What the KPI dashboards keep in the address beside their filter: `?volume=10` of the rankings,
 * `?breakdown=FILL_RATE.facility` of the open panel, `?compare=median` of the comparison, and in the address of a
 * report `?kpi=FILL_RATE`, the KPI whose rows it shows.
 */
import { createSelector } from 'reselect';
import { breakdownsFor, type Breakdown } from '../../../../contract/dashboards/kpiBreakdown';
import { MINIMUM_VOLUME } from '../../../../contract/dashboards/kpiRules';
import { KPI_CODES, type Kpi } from '../../../../contract/dashboards/kpis';
import { isUuid } from '../../../../contract/base/uuid';
import { selectQuery } from '../../../navigation/location/location.selectors';
import { selectUser } from '../../../session/session.selectors';
import { selectPlace } from '../filters/filters.selectors';
import { kpiDashboardAt } from './kpiDashboards';

export const VOLUME = 'volume';
export const BREAKDOWN = 'breakdown';
export const KPI_PARAM = 'kpi';
export const COMPARE = 'compare';
/** In place of a supplier: the median and the months alone. */
export const MEDIAN_ONLY = 'median';

const kpiNamed = (name: string | null): Kpi | null => KPI_CODES.find((code) => code === name) ?? null;

/** The minimum volume of the rankings. */
export const selectMinimumVolume = createSelector([selectQuery], (query): number => {
  const given = query.get(VOLUME);
  return given !== null && /^\d{1,6}$/.test(given) ? Number(given) : MINIMUM_VOLUME;
});

export interface OpenBreakdown {
  readonly kpi: Kpi;
  readonly by: Breakdown;
}
/** What KPIs can be broken down by at the address. A scorecard is about one supplier. */
export const selectBreakdowns = createSelector([selectUser, selectPlace], (user, place): readonly Breakdown[] => {
  if (user === null) return [];
  const isOfOne = place !== null && kpiDashboardAt(place) === 'scores';
  return breakdownsFor(user.organizationType).filter((by) => !(isOfOne && by === 'supplier'));
});

/** The open breakdown; null for none, and for an unknown one. */
export const selectOpenBreakdown = createSelector(
  [selectQuery, selectBreakdowns],
  (query, breakdowns): OpenBreakdown | null => {
    const [name = '', wanted = ''] = query.get(BREAKDOWN)?.split('.') ?? [];
    const kpi = kpiNamed(name);
    const by = breakdowns.find((each) => each === wanted);
    return kpi === null || by === undefined ? null : { kpi, by };
  },
);

/** What the scorecard is compared with: a supplier's id or MEDIAN_ONLY; null for nothing. Suppliers see no others. */
export const selectCompared = createSelector([selectQuery, selectUser], (query, user): string | null => {
  const given = query.get(COMPARE)?.toLowerCase() ?? '';
  if (given === MEDIAN_ONLY) return given;
  return isUuid(given) && user?.organizationType === 'VMS' ? given : null;
});

/** The KPI whose rows a report shows, from its link. */
export const selectKpiOfReport = createSelector([selectQuery], (query): Kpi | null => kpiNamed(query.get(KPI_PARAM)));
