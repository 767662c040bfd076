import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import {
  NOTIFICATION_TABS,
  TAB_COLORS,
  TAB_LABELS,
  type NotificationTab,
} from '../../../contract/notifications/categories';
import { BOARD_HOURS, withTab } from '../../../sagas/features/liveBoard/liveBoard.address';
import { selectBoardCounts, selectBoardPlace } from '../../../sagas/features/liveBoard/liveBoard.selectors';
import { boardChanged, boardRetried } from '../../../sagas/features/liveBoard/liveBoard.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { ToolButton } from '../../ui/ToolButton';
import { Chart } from '../../ui/chart/Chart';
import { Swatch } from '../../ui/chart/Swatch';
import type { ChartColor, ChartData } from '../../ui/chart/chart.types';
import { countText } from '../../../sagas/base/numbers';

const TICK_MS = 30_000;

interface WallCountsProps {
  readonly known: boolean;
  readonly totals: Readonly<Record<NotificationTab, number>>;
}

/** The same on a wall, where nothing is chosen. */
function WallCounts({ known, totals }: WallCountsProps) {
  const { tabs } = useAppSelector(selectBoardPlace);
  return tabs.map((tab) => (
    <p key={tab} className="board-kind">
      <Swatch color={TAB_COLORS[tab] as ChartColor} />
      <span>{TAB_LABELS[tab]}</span>
      <span className="board-total">{known ? countText(totals[tab]) : '–'}</span>
    </p>
  ));
}

/** Counts of each kind by hour, and the choice of kinds. */
export function BoardCounts() {
  const dispatch = useDispatch();
  const place = useAppSelector(selectBoardPlace);
  const now = useNow(TICK_MS, true);
  const { hours, counts, totals, known, error } = useAppSelector((state) => selectBoardCounts(state, now));
  const data = useMemo(
    (): ChartData => ({
      name: `Notifications per hour, last ${hours.length} hours`,
      of: 'Hour',
      newestFirst: true,
      labels: hours.map(({ label }) => label),
      fullLabels: hours.map(({ day, label }) => `${day}, ${label}`),
      series: place.tabs.map((tab) => ({
        label: TAB_LABELS[tab],
        color: TAB_COLORS[tab] as ChartColor,
        values: counts[tab],
      })),
    }),
    [hours, counts, place.tabs],
  );
  return (
    <aside className="board-counts" aria-label="Counts">
      <div className="board-kinds" role="group" aria-label="Kinds shown">
        {place.wall && <WallCounts known={known} totals={totals} />}
        {(place.wall ? [] : NOTIFICATION_TABS).map((tab) => (
          <button
            key={tab}
            type="button"
            className="board-kind"
            aria-pressed={place.tabs.includes(tab)}
            onClick={() => dispatch(boardChanged({ tabs: withTab(place, tab) }))}
          >
            <Swatch color={TAB_COLORS[tab] as ChartColor} />
            <span>{TAB_LABELS[tab]}</span>
            <span className="board-total">{known ? countText(totals[tab]) : '–'}</span>
          </button>
        ))}
      </div>
      <section className="board-chart" aria-labelledby="board-chart-name">
        <div className="board-chart-head">
          <h2 id="board-chart-name">Per hour</h2>
          <select
            aria-label="Hours shown"
            value={place.hours}
            onChange={(event) =>
              dispatch(boardChanged({ hours: BOARD_HOURS.find((each) => String(each) === event.target.value) ?? 24 }))
            }
          >
            {BOARD_HOURS.map((each) => (
              <option key={each} value={each}>
                Last {each} hours
              </option>
            ))}
          </select>
          <ToolButton
            aria-pressed={place.view === 'table'}
            onClick={() => dispatch(boardChanged({ view: place.view === 'table' ? 'chart' : 'table' }))}
          >
            Table
          </ToolButton>
        </div>
        {error !== null && (
          <div className="board-trouble">
            <Message tone="negative">{error}</Message>
            <Button onClick={() => dispatch(boardRetried())}>Retry</Button>
          </div>
        )}
        <div className="board-figure" aria-busy={!known && error === null}>
          {known && <Chart data={data} kind="bar" stacked view={place.view} />}
        </div>
      </section>
    </aside>
  );
}
