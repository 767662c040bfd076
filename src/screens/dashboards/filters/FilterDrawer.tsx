import { useDispatch } from 'react-redux';
import {
  filterDrawerClosed,
  filterDrawerOpened,
  type DrawerTab,
} from '../../../../sagas/features/dashboards/filters/filters.slice';
import { selectDraftPending } from '../../../../sagas/features/dashboards/filters/drawer.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { useUnsavedInput } from '../../../hooks/useUnsavedInput';
import { Drawer } from '../../../ui/Drawer';
import { Tabs } from '../../../ui/Tabs';
import { FilterFields } from './FilterFields';
import { SavedFilters } from './SavedFilters';

const TABS = [
  { value: 'filters', label: 'Filters' },
  { value: 'saved', label: 'Saved Filters' },
] as const;
const PANEL = 'filter-panel';

/** The filters and the saved searches of a dashboard. */
export function FilterDrawer({ tab }: { readonly tab: DrawerTab }) {
  const dispatch = useDispatch();
  useUnsavedInput(useAppSelector(selectDraftPending));
  return (
    <Drawer title="Filters" side="right" onClose={() => dispatch(filterDrawerClosed())}>
      <Tabs
        name="Filters"
        choices={TABS}
        value={tab}
        panelId={PANEL}
        onChoose={(value) => dispatch(filterDrawerOpened({ tab: value }))}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className="filter-panel" tabIndex={-1}>
        {tab === 'filters' ? <FilterFields /> : <SavedFilters />}
      </div>
    </Drawer>
  );
}
