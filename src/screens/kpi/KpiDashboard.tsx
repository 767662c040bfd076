import { selectPlace } from '../../../sagas/filters/filters.selectors';
import { selectKpiTabs } from '../../../sagas/kpi/tabs.selectors';
import { useAppSelector } from '../../app/state';
import '../../ui/theme/dashboard.css';
import '../../ui/theme/kpi.css';
import { FilterBar } from '../filters/FilterBar';
import { Analysis } from './Analysis';
import { ScoreBoard } from './ScoreBoard';
import { SupplierChooser } from './SupplierChooser';
import { TopSuppliers } from './TopSuppliers';
import { Link } from '../../ui/Link';

/** How the managing organisation's programme and its suppliers do: three tabs, each an address of its own. */
export function KpiDashboard() {
  const tab = useAppSelector(selectPlace)?.tab;
  return (
    <div className="dashboard kpi">
      <h1 className="visually-hidden">KPI Dashboard</h1>
      <KpiTabs />
      <FilterBar>{tab === 'supplier-dashboard' && <SupplierChooser />}</FilterBar>
      {tab === 'bussiness-analysis' && <Analysis />}
      {tab === 'top-supplier' && <TopSuppliers />}
      {tab === 'supplier-dashboard' && <ScoreBoard />}
    </div>
  );
}

function KpiTabs() {
  const tabs = useAppSelector(selectKpiTabs);
  return (
    <nav className="kpi-tabs" aria-label="KPI Dashboard">
      {tabs.map(({ label, to, isCurrent }) => (
        <Link key={label} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
