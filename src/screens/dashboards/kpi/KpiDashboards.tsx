import { useDispatch } from 'react-redux';
import { selectPlace } from '../../../../sagas/features/dashboards/filters/filters.selectors';
import { selectKpiTabs, selectSuppliers } from '../../../../sagas/features/dashboards/kpi/kpi.selectors';
import { kpiSupplierChosen } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { selectSupplier } from '../../../../sagas/features/dashboards/kpi/scores.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkTabs } from '../../../ui/LinkTabs';
import { SearchSelect } from '../../../ui/SearchSelect';
import '../../../ui/theme/dashboard.css';
import '../../../ui/theme/dashboardCards.css';
import '../../../ui/theme/dashboardFilters.css';
import '../../../ui/theme/kpi.css';
import { FilterBar } from '../filters/FilterBar';
import { Analysis } from './Analysis';
import { Scorecard } from './Scorecard';
import { TopSuppliers } from './TopSuppliers';

/** The managing organization's KPIs in three tabs, each with its own address. */
export function KpiDashboard() {
  const tab = useAppSelector(selectPlace)?.tab;
  return (
    <div className="dashboard kpi">
      <h1 className="visually-hidden">KPI Dashboard</h1>
      <FilterBar tabs={<KpiTabs />}>{tab === 'supplier-dashboard' && <SupplierChooser />}</FilterBar>
      {tab === 'bussiness-analysis' && <Analysis />}
      {tab === 'top-supplier' && <TopSuppliers />}
      {tab === 'supplier-dashboard' && <Scorecard />}
    </div>
  );
}

function KpiTabs() {
  const tabs = useAppSelector(selectKpiTabs);
  return <LinkTabs name="KPI Dashboard" tabs={tabs} />;
}

/** Chooses the supplier whose scorecard is shown. */
function SupplierChooser() {
  const dispatch = useDispatch();
  const suppliers = useAppSelector(selectSuppliers);
  const supplier = useAppSelector(selectSupplier);
  const [first] = suppliers;
  return (
    <SearchSelect
      label="Supplier"
      none={first === undefined ? 'Supplier' : `First supplier: ${first.label}`}
      options={suppliers}
      value={supplier}
      unknown="Unknown supplier"
      onChange={(agencyId) => {
        const chosen = agencyId ?? first?.value;
        if (chosen !== undefined) dispatch(kpiSupplierChosen({ agencyId: chosen }));
      }}
    />
  );
}

/** A facility's spend and figures. */
export function FacilityKpi() {
  return (
    <div className="dashboard kpi">
      <h1 className="visually-hidden">Facility KPI Dashboard</h1>
      <FilterBar />
      <Analysis />
    </div>
  );
}

/** A supplier's own scorecard, with its rank among the others. */
export function SupplierScorecard() {
  return (
    <div className="dashboard kpi">
      <h1 className="visually-hidden">Supplier KPI</h1>
      <FilterBar />
      <Scorecard />
    </div>
  );
}
