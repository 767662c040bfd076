import '../../ui/theme/dashboard.css';
import '../../ui/theme/kpi.css';
import { FilterBar } from '../filters/FilterBar';
import { Analysis } from './Analysis';

/** What a facility spends, and how the work for it goes. */
export function FacilityKpi() {
  return (
    <div className="dashboard kpi">
      <h1 className="visually-hidden">Facility KPI Dashboard</h1>
      <FilterBar />
      <Analysis />
    </div>
  );
}
