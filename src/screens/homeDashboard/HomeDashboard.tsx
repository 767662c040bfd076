import { selectPermitted } from '../../../sagas/homeDashboard/requests.selectors';
import { useAppSelector } from '../../app/state';
import '../../ui/theme/dashboard.css';
import { HomeScreen } from '../home/HomeScreen';
import { FilterBar } from '../filters/FilterBar';
import { CardGrid } from './CardGrid';
import { WidgetPopover } from './WidgetPopover';

/** The numbers of the day, each with its way to the rows behind it. Who may see none of them finds their sections. */
export function HomeDashboard() {
  const permitted = useAppSelector(selectPermitted);
  if (permitted.length === 0) return <HomeScreen />;
  return (
    <div className="dashboard">
      <h1 className="visually-hidden">Home Dashboard</h1>
      <FilterBar>
        <WidgetPopover />
      </FilterBar>
      <CardGrid />
    </div>
  );
}
