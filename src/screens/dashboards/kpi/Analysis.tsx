import { selectCharts } from '../../../../sagas/features/dashboards/kpi/charts.selectors';
import { selectTiles } from '../../../../sagas/features/dashboards/kpi/tiles.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { BreakdownPanel } from './Breakdown';
import { ChartCard } from './ChartCard';
import { StatTiles } from './StatTile';

/** Tiles with charts below, of the whole program or of a facility. */
export function Analysis() {
  const tiles = useAppSelector(selectTiles);
  const charts = useAppSelector(selectCharts);
  if (tiles.length === 0 && charts.length === 0)
    return (
      <p className="dashboard-empty">
        You do not have permission to see any of these figures. Please ask your administrator for access.
      </p>
    );
  return (
    <>
      <StatTiles />
      <BreakdownPanel />
      <div className="card-grid">
        {charts.map((view) => (
          <ChartCard key={view.id} view={view} />
        ))}
      </div>
    </>
  );
}
