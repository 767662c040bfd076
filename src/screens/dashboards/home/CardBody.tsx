import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { axisOf, countText, moneyText, percentText } from '../../../../sagas/features/dashboards/home/card.rules';
import {
  selectCardChartView,
  type CardNumber,
  type CardView,
} from '../../../../sagas/features/dashboards/home/cards.selectors';
import { navigateRequested } from '../../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Link } from '../../../ui/Link';
import { Chart, Swatch, type ChartColor, type ChartData } from '../../../ui/chart';
import { Tiles } from './Tiles';

/** The statuses of the card as one series. Bars get an axis that fits the largest. */
export function chartOf({ title, statuses, chart }: CardView): ChartData {
  const colors = statuses.map(({ color }): ChartColor => color ?? 'tertiary');
  const most = Math.max(0, ...statuses.map(({ count }) => count));
  return {
    name: title,
    of: 'Status',
    labels: statuses.map(({ label }) => label),
    series: [{ label: 'Count', color: 'primary', colors, values: statuses.map(({ count }) => count) }],
    ...(chart === 'bar' && { axis: axisOf(most) }),
  };
}

export function CardBody({ view }: { readonly view: CardView }) {
  const dispatch = useDispatch();
  const shown = useAppSelector((state) => selectCardChartView(state, view.widget));
  const data = useMemo(() => chartOf(view), [view]);
  return (
    <>
      <Tiles view={view} />
      <div className={view.chart === 'doughnut' ? 'card-figure is-round' : 'card-figure'}>
        <div className={view.isLow ? 'card-chart is-low' : 'card-chart'}>
          {view.face === 'empty' ? (
            <p className="card-empty">Nothing under these filters. Choose a longer time frame or clear a filter.</p>
          ) : (
            <Chart
              data={data}
              kind={view.chart}
              view={shown}
              onPick={(index) => {
                const to = view.statuses[index]?.to;
                if (to) dispatch(navigateRequested({ to }));
              }}
            />
          )}
        </div>
        <Legend numbers={view.statuses} />
      </div>
      <p className="card-foot">
        <span>
          Total <strong>{countText(view.total)}</strong>
        </span>
        {view.totalDue !== null && (
          <span>
            Total due <strong>{moneyText(view.totalDue)}</strong>
          </span>
        )}
        {view.totalPending !== null && (
          <span>
            Total pending <strong>{moneyText(view.totalPending)}</strong>
          </span>
        )}
        {!view.hasPeriod && <span className="quiet">As of today, whatever the time frame</span>}
        {view.ignoredFilters.length > 0 && (
          <span className="quiet">Not filtered by {view.ignoredFilters.join(', ')}</span>
        )}
      </p>
    </>
  );
}

/** The legend with the numbers, each a link to its rows. */
export function Legend({ numbers }: { readonly numbers: readonly CardNumber[] }) {
  return (
    <ul className="card-legend">
      {numbers.map(({ code, label, count, percent, color, to }) => {
        const inside = (
          <>
            {color !== null && <Swatch color={color} />}
            <span className="legend-label">{label}</span>
            <span className="legend-count">{countText(count)}</span>
            {percent !== null && <span className="legend-share">{percentText(percent)}</span>}
          </>
        );
        return (
          <li key={code}>
            {to === null ? (
              <span className={count === 0 ? 'legend-row is-zero' : 'legend-row'}>{inside}</span>
            ) : (
              <Link className="legend-row" to={to}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
