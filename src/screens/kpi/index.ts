export { FacilityKpi } from './FacilityKpi';
export { KpiDashboard } from './KpiDashboard';
export { SupplierScorecard } from './SupplierScorecard';
