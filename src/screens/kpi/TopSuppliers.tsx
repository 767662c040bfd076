import { selectTiles } from '../../../sagas/kpi/tiles.selectors';
import { selectTopCards } from '../../../sagas/kpi/top.selectors';
import { useAppSelector } from '../../app/state';
import { StatTile } from './StatTile';
import { TopCard } from './TopCard';

/** The ten suppliers that come first, in every respect. */
export function TopSuppliers() {
  const tiles = useAppSelector(selectTiles);
  const cards = useAppSelector(selectTopCards);
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
        {cards.map((view) => (
          <TopCard key={view.id} view={view} />
        ))}
      </div>
      {cards.length === 0 && (
        <p className="dashboard-empty">None of these rankings is yours to see. Please ask your administrator.</p>
      )}
    </>
  );
}
