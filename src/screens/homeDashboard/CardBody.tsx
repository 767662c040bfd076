import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import type { Widget } from '../../../contract/dashboard';
import type { CardView } from '../../../sagas/homeDashboard/cards.selectors';
import { selectCardChartView } from '../../../sagas/homeDashboard/cards.selectors';
import { axisOf, countText, moneyText } from '../../../sagas/homeDashboard/index';
import { navigateRequested } from '../../../sagas/shell/navigation/navigation.intents';
import { useAppSelector } from '../../app/state';
import { Chart, type ChartColour, type ChartData } from '../../ui/chart';
import { Legend } from './Legend';
import { Tiles } from './Tiles';

/** Bars for what is compared, a ring for parts of a whole. */
const ROUND: readonly Widget[] = ['COMPLIANCE', 'TIMESHEET', 'INVOICE'];

export function chartOf({ title, statuses, widget }: CardView): ChartData {
  const colours = statuses.map(({ colour }): ChartColour => colour ?? 'tertiary');
  const most = Math.max(0, ...statuses.map(({ count }) => count));
  return {
    name: title,
    of: 'Status',
    labels: statuses.map(({ label }) => label),
    series: [{ label: 'Count', colour: 'primary', colours, values: statuses.map(({ count }) => count) }],
    ...(!ROUND.includes(widget) && { axis: axisOf(most) }),
  };
}

export function CardBody({ view }: { readonly view: CardView }) {
  const dispatch = useDispatch();
  const shown = useAppSelector((state) => selectCardChartView(state, view.widget));
  const data = useMemo(() => chartOf(view), [view]);
  const round = ROUND.includes(view.widget);
  return (
    <>
      <Tiles view={view} />
      <div className={round ? 'card-figure is-round' : 'card-figure'}>
        <div className={view.widget === 'ASSIGNMENTS' ? 'card-chart is-low' : 'card-chart'}>
          {view.face === 'empty' ? (
            <p className="card-empty">Nothing under these filters. Choose a longer time frame or clear a filter.</p>
          ) : (
            <Chart
              data={data}
              kind={round ? 'doughnut' : 'bar'}
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
        {view.leftOut.length > 0 && <span className="quiet">Not filtered by {view.leftOut.join(', ')}</span>}
      </p>
    </>
  );
}
