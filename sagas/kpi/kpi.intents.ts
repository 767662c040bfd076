/** What a person does on the KPI dashboards, besides filtering. */
import { createAction } from '@reduxjs/toolkit';
import type { KpiCardId } from './kpi.state';

export const kpiRetried = createAction<{ readonly id: KpiCardId }>('kpi/retried');
export const kpiViewChosen = createAction<{ readonly id: KpiCardId; readonly view: 'chart' | 'table' }>(
  'kpi/viewChosen',
);
/** Whose scorecard the managing organisation looks at. */
export const kpiSupplierChosen = createAction<{ readonly agencyId: string }>('kpi/supplierChosen');
