/** Which fields a dashboard can be filtered by: by the dashboard, its tab and the kind of application. */
import type { ApplicationType } from '../../contract';
import { CHOICE_FIELDS, offersChoice, type ChoiceField } from '../../contract/dashboard';
import type { Dashboard } from '../../contract/dashboardFilters.endpoints';
import type { KpiTab } from '../shell/routes/kpiTabs';

/** Where somebody filters. */
export interface FilterPlace {
  readonly dashboard: Dashboard;
  /** Of the KPI dashboard. */
  readonly tab: KpiTab | null;
  readonly type: ApplicationType;
}

/** Fields that are no choice among values. */
export type OtherField = 'dateRange' | 'billingTimeFrame';
export type FilterField = ChoiceField | OtherField;

export const OTHER_LABELS: Readonly<Record<OtherField, string>> = {
  dateRange: 'Date Range',
  billingTimeFrame: 'Billing Timeframe',
};

/** The suppliers' own dashboards, and the tab that looks at one of them. */
const isOfOneSupplier = ({ dashboard, tab, type }: FilterPlace): boolean =>
  dashboard === 'SUPPLIER_KPI' || tab === 'supplier-dashboard' || (dashboard === 'HOME' && type === 'AGENCY');

export function offersField(field: FilterField, place: FilterPlace): boolean {
  const { dashboard, tab, type } = place;
  switch (field) {
    case 'dateRange':
      return isOfOneSupplier(place);
    case 'billingTimeFrame':
      return dashboard === 'FACILITY_KPI' || tab === 'bussiness-analysis';
    case 'agencyIds':
      return offersChoice(field, type) && (dashboard !== 'KPI' || tab === 'supplier-dashboard');
    case 'departmentIds':
      return dashboard === 'KPI' ? type === 'VMS' : offersChoice(field, type);
    default:
      return offersChoice(field, type);
  }
}

export const fieldsOf = (place: FilterPlace): readonly ChoiceField[] =>
  CHOICE_FIELDS.filter((field) => offersField(field, place));

/** One value at most: a tab that looks at one supplier. */
export const isSingle = (field: ChoiceField, { tab }: FilterPlace): boolean =>
  field === 'agencyIds' && tab === 'supplier-dashboard';
