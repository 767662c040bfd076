import '../../ui/theme/dashboard.css';
import '../../ui/theme/kpi.css';
import { FilterBar } from '../filters/FilterBar';
import { ScoreBoard } from './ScoreBoard';

/** A supplier's own score; of the others it learns nothing but its place among them. */
export function SupplierScorecard() {
  return (
    <div className="dashboard kpi">
      <h1 className="visually-hidden">Supplier KPI</h1>
      <FilterBar />
      <ScoreBoard />
    </div>
  );
}
