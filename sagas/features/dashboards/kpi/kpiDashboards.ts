/** The cards of each KPI dashboard by user, and the request of each card. */
import type { Permission } from '../../../../contract/base/permissions';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  SUPPLIER_KPI_PERMISSION,
  TOP_SUPPLIERS_TILE,
  TOP_SUPPLIER_WIDGETS,
  type KpiWidget,
  type BusinessAnalysisWidget,
  type FacilityKpiWidget,
  type TopSupplierCode,
} from '../../../../contract/dashboards/kpiDashboards';
import type { Breakdown } from '../../../../contract/dashboards/kpiBreakdown';
import type { ListName } from '../../../../contract/lists/list';
import type { Kpi } from '../../../../contract/dashboards/kpis';
import type { BodyOf } from '../../../../contract/endpoints';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import type { FilterForm, FilterPlace } from '../filters/filterForm';
import type { KpiCall, KpiCardId } from './kpi.slice';

export type KpiDashboard = 'analysis' | 'facility' | 'top' | 'scores';

/** The dashboard at a path; null for paths without KPIs. */
export function kpiDashboardAt({ dashboard, tab }: FilterPlace): KpiDashboard | null {
  if (dashboard === 'FACILITY_KPI') return 'facility';
  if (dashboard === 'SUPPLIER_KPI' || tab === 'supplier-dashboard') return 'scores';
  if (dashboard !== 'KPI') return null;
  return tab === 'top-supplier' ? 'top' : 'analysis';
}

/** Ids of the cards of all dashboards; a card with several widgets has one for each. */
export const SCORES: KpiCardId = 'scores';
export const COMPARISON: KpiCardId = 'comparison';
export const TOP_TILE: KpiCardId = 'top/timetofill';
/** Id of a card of the business analysis. */
export const analysisId = (widget: BusinessAnalysisWidget): KpiCardId => `analysis/${widget}`;
/** Id of a card of the facility dashboard. */
export const facilityId = (widget: FacilityKpiWidget): KpiCardId => `facility/${widget}`;
/** Id of the panel with a KPI by its parts. */
export const breakdownId = (code: Kpi, by: Breakdown): KpiCardId => `breakdown/${code}.${by}`;
/** Id of a ranking of suppliers. */
export const topId = (code: TopSupplierCode): KpiCardId => `top/${code}`;

type Held = Pick<UserInfo, 'permissions'>;
const holds = (user: Held, permission: Permission): boolean => user.permissions.includes(permission);
const permitted = <W extends string>(
  widgets: Readonly<Record<W, { readonly permission: Permission }>>,
  user: Held,
): readonly W[] => (Object.keys(widgets) as W[]).filter((widget) => holds(user, widgets[widget].permission));

/** The cards of the business analysis that the user may see. */
export const analysisWidgets = (user: Held) => permitted(BUSINESS_ANALYSIS, user);
/** The cards of the facility dashboard that the user may see. */
export const facilityWidgets = (user: Held) => permitted(FACILITY_KPI, user);
/** Whether the user sees the ranking of suppliers. */
export const showsTopTile = (user: Held): boolean => holds(user, TOP_SUPPLIERS_TILE.permission);

/** Until the user is known, the spend tile keeps its place, to avoid a layout shift. */
export const topWidgets = (user: Held | null): readonly TopSupplierCode[] =>
  user === null ? ['highestrevenue'] : permitted(TOP_SUPPLIER_WIDGETS, user);

/** Suppliers see their own scores without a permission. */
export const showsScores = (user: Pick<UserInfo, 'permissions' | 'organizationType'>): boolean =>
  user.organizationType === 'AGENCY' || holds(user, SUPPLIER_KPI_PERMISSION);

export interface KpiRequest {
  readonly id: KpiCardId;
  readonly call: KpiCall;
  readonly params?: { readonly widget: TopSupplierCode } | { readonly kpi: Kpi } | { readonly list: ListName };
  readonly body: BodyOf<KpiCall>;
}

type Form = FilterForm & { readonly clientId?: string };

const flagsOf = (widgets: Readonly<Record<string, { readonly flag: string }>>, wanted: string) =>
  Object.fromEntries(Object.values(widgets).map(({ flag }) => [flag, flag === wanted]));

/** The rolling months of a chart are the same whatever the time frame, so that changing it does not reload them. */
function filterOf({ timeFrame, dateRange, billingTimeFrame, ...choices }: Form, widget: string, { kind }: KpiWidget) {
  if (kind === 'tile') return { timeFrame, ...(dateRange !== undefined && { dateRange }), ...choices };
  return widget === 'SPEND' && billingTimeFrame !== undefined ? { ...choices, billingTimeFrame } : choices;
}

/** The most that one request may name. */
const MAX_SUPPLIERS = 500;

/**
 * One request per card, with only that card's flag set, so that no card waits for another. `suppliers` are those to
 * choose a scorecard from: all are requested together, so that choosing another needs no request. `minimumVolume`
 * belongs to the rankings.
 */
export function requestsOf(
  dashboard: KpiDashboard,
  user: UserInfo,
  form: Form,
  suppliers: readonly string[] = [],
  minimumVolume?: number,
): readonly KpiRequest[] {
  const { agencyIds: chosen = [], billingTimeFrame: _billing, ...plain } = form;
  switch (dashboard) {
    case 'analysis':
      return analysisWidgets(user).map((widget) => {
        const flags = flagsOf(BUSINESS_ANALYSIS, BUSINESS_ANALYSIS[widget].flag);
        const filter = filterOf(form, widget, BUSINESS_ANALYSIS[widget]);
        const body = { ...filter, fromDashboard: true, ...flags, fetchKpiDashboardData: false };
        return { id: analysisId(widget), call: 'businessAnalysis', body };
      });
    case 'facility':
      return facilityWidgets(user).map((widget) => {
        const body = {
          ...filterOf(form, widget, FACILITY_KPI[widget]),
          fromDashboard: true,
          ...flagsOf(FACILITY_KPI, FACILITY_KPI[widget].flag),
        };
        return { id: facilityId(widget), call: 'facilityKpiDashboard', body };
      });
    case 'scores': {
      const own = user.organizationType === 'AGENCY' ? [user.organizationId] : [...new Set([...suppliers, ...chosen])];
      // Without any the server answers all.
      const agencyIds = own.length > MAX_SUPPLIERS ? [] : own;
      const body = { ...plain, ...(agencyIds.length > 0 && { agencyIds }), fetchKpiDashboardData: true };
      return showsScores(user) ? [{ id: SCORES, call: 'supplierKpiBoard', body }] : [];
    }
    case 'top': {
      const body = { ...plain, fetchKpiDashboardData: false };
      const tile: KpiRequest = { id: TOP_TILE, call: 'topSuppliersTimeToFill', body };
      const widgets = topWidgets(user).map((widget): KpiRequest => {
        const least = { ...(minimumVolume !== undefined && { minimumVolume }) };
        return { id: topId(widget), call: 'topSuppliers', params: { widget }, body: { ...body, ...least } };
      });
      return [...(showsTopTile(user) ? [tile] : []), ...widgets];
    }
  }
}

/** The request of one KPI by itself, broken down. */
export function breakdownRequest(code: Kpi, by: Breakdown, { billingTimeFrame: _, ...filter }: Form): KpiRequest {
  return { id: breakdownId(code, by), call: 'kpiFigure', params: { kpi: code }, body: { ...filter, by } };
}

/** The scorecards of one or two suppliers beside the median, over twelve months. */
export function comparisonRequest(
  agencyIds: readonly string[],
  { agencyIds: _, billingTimeFrame: _2, ...filter }: Form,
): KpiRequest {
  return { id: COMPARISON, call: 'supplierComparison', body: { ...filter, agencyIds: [...agencyIds] } };
}
