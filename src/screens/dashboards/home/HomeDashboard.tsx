import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { ordered } from '../../../../sagas/features/dashboards/home/arrangement';
import { widgetOf } from '../../../../sagas/features/dashboards/home/widgets';
import {
  selectArrangement,
  selectLinkedView,
  selectPermitted,
  selectShownCards,
} from '../../../../sagas/features/dashboards/home/cardRequests.selectors';
import { cardsArranged } from '../../../../sagas/features/dashboards/home/home.slice';
import { selectChips } from '../../../../sagas/features/dashboards/filters/choices.selectors';
import { selectFilterSource, selectPeriodWords } from '../../../../sagas/features/dashboards/filters/filters.selectors';
import { selectIsWallDisplay } from '../../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { loadable } from '../../../ui/loadable';
import { SortableList, moved } from '../../../ui/SortableList';
import { useFocusAfterRender } from '../../../ui/focus';
import { useRootMark } from '../../../ui/useRootMark';
import '../../../ui/theme/dashboard.css';
import '../../../ui/theme/dashboardCards.css';
import '../../../ui/theme/dashboardFilters.css';
import { FilterBar } from '../filters/FilterBar';
import { Card } from './Card';
import { WidgetPopover } from './WidgetPopover';

const HomeScreen = loadable(async () => (await import(/* webpackChunkName: "home" */ './HomeScreen')).HomeScreen);

/** Loaded after the cards; its place is kept. */
const NeedsYou = loadable(async () => (await import(/* webpackChunkName: "needs-you" */ './NeedsYou')).NeedsYou, <></>);

const CardOpening = loadable(
  async () => (await import(/* webpackChunkName: "needs-you" */ './CardOpening')).CardOpening,
  <></>,
);

/** The home dashboard's cards. Without permission for any card, the home page with its sections. */
export function HomeDashboard() {
  const permitted = useAppSelector(selectPermitted);
  const { hidden } = useAppSelector(selectLinkedView);
  const isWallDisplay = useAppSelector(selectIsWallDisplay);
  useRootMark(isWallDisplay && permitted.length > 0 ? 'data-wall' : null);
  if (permitted.length === 0) return <HomeScreen />;
  return (
    <div className={isWallDisplay ? 'dashboard is-wall-display' : 'dashboard'}>
      <h1 className="visually-hidden">Home Dashboard</h1>
      {isWallDisplay ? (
        <WallDisplayFilters />
      ) : (
        <FilterBar>
          <WidgetPopover />
        </FilterBar>
      )}
      <section className="needs-you" aria-label="Waiting for you">
        <NeedsYou />
      </section>
      {hidden.length > 0 && <p className="quiet">The link also shows {hidden.join(', ')}, which you may not see.</p>}
      <CardGrid />
      <CardOpening />
    </div>
  );
}

/** The filters of a wall display, which cannot be changed there. */
function WallDisplayFilters() {
  const period = useAppSelector(selectPeriodWords);
  const chips = useAppSelector(selectChips);
  const source = useAppSelector(selectFilterSource);
  return (
    <p className="filter-source">
      {[period, ...chips.map(({ label, text }) => `${label}: ${text}`), source].filter(Boolean).join(' · ')}
    </p>
  );
}

/** Two columns where there is room. Cards are moved by dragging their grip, or by arrow keys on it. */
export function CardGrid() {
  const dispatch = useDispatch();
  const shown = useAppSelector(selectShownCards);
  const arrangement = useAppSelector(selectArrangement);
  const refocus = useFocusAfterRender();
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number, focused?: string) => {
    const widget = shown[from];
    if (widget === undefined || to < 0 || to >= shown.length || from === to) return;
    // React moves the element, which loses the focus.
    if (focused !== undefined) refocus(focused);
    setAnnouncement(`${widgetOf(widget).label} is now ${to + 1} of ${shown.length}.`);
    dispatch(cardsArranged({ cards: ordered(arrangement, moved(shown, from, to)) }));
  };
  return (
    <>
      <SortableList tag="div" className="card-grid" ids={shown} onMove={move}>
        {shown.map((widget, at) => (
          <Card key={widget} widget={widget} onMove={(step) => move(at, at + step, `card-grip-${widget}`)} />
        ))}
      </SortableList>
      {shown.length === 0 && <p className="dashboard-empty">All cards are hidden. Show some of them with Widgets.</p>}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}
