import { selectCharts } from '../../../sagas/kpi/charts.selectors';
import { selectTiles } from '../../../sagas/kpi/tiles.selectors';
import { useAppSelector } from '../../app/state';
import { ChartCard } from './ChartCard';
import { StatTile } from './StatTile';

/** Tiles, and the charts below them: of the programme, or of a facility. */
export function Analysis() {
  const tiles = useAppSelector(selectTiles);
  const charts = useAppSelector(selectCharts);
  if (tiles.length === 0 && charts.length === 0)
    return <p className="dashboard-empty">None of these figures is yours to see. Please ask your administrator.</p>;
  return (
    <>
      {tiles.length > 0 && (
        <div className="kpi-tiles">
          {tiles.map((view) => (
            <StatTile key={view.id} view={view} />
          ))}
        </div>
      )}
      <div className="card-grid">
        {charts.map((view) => (
          <ChartCard key={view.id} view={view} />
        ))}
      </div>
    </>
  );
}
