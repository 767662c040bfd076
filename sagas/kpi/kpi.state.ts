import type { ResponseOf } from '../../contract';
import type { Card } from '../cards/card.state';

export type KpiCall =
  'businessAnalysis' | 'facilityKpiDashboard' | 'supplierKpiBoard' | 'topSuppliers' | 'topSuppliersTimeToFill';
export type KpiAnswer = ResponseOf<KpiCall>;

/** Names a card of one of the dashboards: 'analysis/SPEND', 'top/fillrate', 'scores'. */
export type KpiCardId = string;

export interface KpiState {
  readonly cards: Readonly<Record<KpiCardId, Card<KpiAnswer> | undefined>>;
  readonly views: Readonly<Record<KpiCardId, 'chart' | 'table' | undefined>>;
}

export const NO_KPIS: KpiState = { cards: {}, views: {} };
