/** Which cards stand on which KPI dashboard for whom, and what each of them is asked by. Pure: a table to test. */
import type { BodyOf, Permission, UserInfo } from '../../contract';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  SUPPLIER_KPI_PERMISSION,
  TOP_SUPPLIER_WIDGETS,
  TOP_SUPPLIERS_TILE,
  type BusinessAnalysisWidget,
  type FacilityKpiWidget,
  type TopSupplierCode,
} from '../../contract/dashboard/kpi';
import type { FilterPlace } from '../filters/fields';
import type { FilterForm } from '../filters/filter.form';
import type { KpiCall, KpiCardId } from './kpi.state';

export type Board = 'analysis' | 'facility' | 'top' | 'scores';

/** The board at a place; null where there are no KPIs. */
export function boardAt({ dashboard, tab }: FilterPlace): Board | null {
  if (dashboard === 'FACILITY_KPI') return 'facility';
  if (dashboard === 'SUPPLIER_KPI' || tab === 'supplier-dashboard') return 'scores';
  if (dashboard !== 'KPI') return null;
  return tab === 'top-supplier' ? 'top' : 'analysis';
}

export const SCORES: KpiCardId = 'scores';
export const TOP_TILE: KpiCardId = 'top/timetofill';
export const analysisId = (widget: BusinessAnalysisWidget): KpiCardId => `analysis/${widget}`;
export const facilityId = (widget: FacilityKpiWidget): KpiCardId => `facility/${widget}`;
export const topId = (code: TopSupplierCode): KpiCardId => `top/${code}`;

type Held = Pick<UserInfo, 'permissions'>;
const holds = (user: Held, permission: Permission): boolean => user.permissions.includes(permission);
const permitted = <W extends string>(
  widgets: Readonly<Record<W, { readonly permission: Permission }>>,
  user: Held,
): readonly W[] => (Object.keys(widgets) as W[]).filter((widget) => holds(user, widgets[widget].permission));

export const analysisWidgets = (user: Held) => permitted(BUSINESS_ANALYSIS, user);
export const facilityWidgets = (user: Held) => permitted(FACILITY_KPI, user);
export const showsTopTile = (user: Held): boolean => holds(user, TOP_SUPPLIERS_TILE.permission);

/** Until it is known who looks, the spend holds its place; so nothing jumps when it is. */
export const topWidgets = (user: Held | null): readonly TopSupplierCode[] =>
  user === null ? ['highestrevenue'] : permitted(TOP_SUPPLIER_WIDGETS, user);

/** A supplier sees its own without a permission. */
export const showsScores = (user: Pick<UserInfo, 'permissions' | 'organizationType'>): boolean =>
  user.organizationType === 'AGENCY' || holds(user, SUPPLIER_KPI_PERMISSION);

export interface KpiQuestion {
  readonly id: KpiCardId;
  readonly call: KpiCall;
  readonly params?: { readonly widget: TopSupplierCode };
  readonly body: BodyOf<KpiCall>;
}

type Form = FilterForm & { readonly clientId?: string };

const flagsOf = (widgets: Readonly<Record<string, { readonly flag: string }>>, wanted: string) =>
  Object.fromEntries(Object.values(widgets).map(({ flag }) => [flag, flag === wanted]));

/** One question a card, so that none waits for another; of its flags one is true, and none that is not permitted. */
export function questionsOf(board: Board, user: UserInfo, form: Form): readonly KpiQuestion[] {
  const { agencyIds: _, billingTimeFrame: _billing, ...plain } = form;
  switch (board) {
    case 'analysis':
      return analysisWidgets(user).map((widget) => {
        const flags = flagsOf(BUSINESS_ANALYSIS, BUSINESS_ANALYSIS[widget].flag);
        const body = { ...heeded(form, widget), fromDashboard: true, ...flags, fetchKpiDashboardData: false };
        return { id: analysisId(widget), call: 'businessAnalysis', body };
      });
    case 'facility':
      return facilityWidgets(user).map((widget) => {
        const body = {
          ...heeded(form, widget),
          fromDashboard: true,
          ...flagsOf(FACILITY_KPI, FACILITY_KPI[widget].flag),
        };
        return { id: facilityId(widget), call: 'facilityKpiDashboard', body };
      });
    case 'scores':
      // Of all suppliers at once: another one is chosen without asking again.
      return showsScores(user)
        ? [{ id: SCORES, call: 'supplierKpiBoard', body: { ...plain, fetchKpiDashboardData: true } }]
        : [];
    case 'top': {
      const body = { ...plain, fetchKpiDashboardData: false };
      const tile: KpiQuestion = { id: TOP_TILE, call: 'topSuppliersTimeToFill', body };
      const widgets = topWidgets(user).map((widget): KpiQuestion => {
        return { id: topId(widget), call: 'topSuppliers', params: { widget }, body };
      });
      return [...(showsTopTile(user) ? [tile] : []), ...widgets];
    }
  }
}

/** The billing time frame is the spend's alone: another one asks for nothing else anew. */
function heeded({ billingTimeFrame, ...form }: Form, widget: string): Form {
  return widget === 'SPEND' && billingTimeFrame !== undefined ? { ...form, billingTimeFrame } : form;
}
