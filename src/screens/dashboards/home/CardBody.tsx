import { useId, useMemo, type CSSProperties } from 'react';
import { useDispatch } from 'react-redux';
import { SUM_MEANINGS, type Widget } from '../../../../contract/dashboards/widgets';
import { dayText, timeText } from '../../../../sagas/base/dates';
import { countText, moneyText } from '../../../../sagas/base/numbers';
import { axisOf, kindText, percentText } from '../../../../sagas/features/dashboards/home/card.rules';
import {
  selectCardChartView,
  type CardNumber,
  type CardView,
} from '../../../../sagas/features/dashboards/home/cards.selectors';
import { navigateRequested } from '../../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Link } from '../../../ui/Link';
import { RollingNumber } from '../../../ui/RollingNumber';
import { Chart } from '../../../ui/chart/Chart';
import { Swatch } from '../../../ui/chart/Swatch';
import type { ChartColor, ChartData } from '../../../ui/chart/chart.types';
import { FigureChange, Tiles } from './Tiles';

/**
 * The statuses of the card as one series. Bars get an axis that fits the largest. The statuses have no common sum: some
 * contain others, and what is counted now and in the period does not add up.
 */
export function chartOf({ title, statuses, totals, chart }: CardView): ChartData {
  const colors = statuses.map(({ color }): ChartColor => color ?? 'tertiary');
  const most = Math.max(0, ...statuses.map(({ count }) => count));
  const sums = totals.map(({ label, count }) => `${label} ${countText(count)}`);
  const largest = statuses.find(({ count }) => count === most);
  return {
    name: title,
    of: 'Status',
    labels: statuses.map(({ label }) => label),
    series: [{ label: 'Count', color: 'primary', colors, values: statuses.map(({ count }) => count) }],
    text: (value) => countText(value ?? 0),
    summary: `${title}: ${sums.join(', ')}. Most: ${largest?.label}, ${countText(most)}.`,
    ...(chart === 'bar' && { axis: axisOf(most), labelled: true }),
  };
}

/** The numbers of a card: tiles, chart with its legend, and totals. */
export function CardBody({ view }: { readonly view: CardView }) {
  const dispatch = useDispatch();
  const shown = useAppSelector((state) => selectCardChartView(state, view.widget));
  const data = useMemo(() => chartOf(view), [view]);
  return (
    <>
      <Tiles view={view} />
      <div className={view.chart === 'doughnut' ? 'card-figure is-round' : 'card-figure'}>
        <div className={view.isLow ? 'card-chart is-low' : 'card-chart'}>
          {view.statuses.some(({ count }) => count > 0) ? (
            <Chart
              data={data}
              kind={view.chart}
              view={shown}
              onPick={(index) => {
                const to = view.statuses[index]?.to;
                if (to) dispatch(navigateRequested({ to }));
              }}
            />
          ) : (
            <p className="card-empty">
              {view.total > 0
                ? 'No data for these statuses. Choose others with the filter of this card.'
                : `No data for these filters. ${dependsOnPeriod(view) ? 'Choose a longer time frame or clear' : 'Clear'} a filter.`}
            </p>
          )}
        </div>
        <div className="card-legends">
          {kindsOf(view).map((kind) => (
            <Legend
              key={kind}
              widget={view.widget}
              caption={kind === 'stock' ? 'Now, whatever the time frame' : periodText(view.period)}
              numbers={view.statuses.filter(({ meaning }) => meaning.kind === kind)}
              isKey={view.chart === 'doughnut'}
            />
          ))}
        </div>
      </div>
      <p className="card-foot">
        {view.totals.map(({ label, count, to }) => (
          <span key={label}>
            {label} <Amount to={to}>{countText(count)}</Amount>
          </span>
        ))}
        {view.totalDue !== null && (
          <span title={SUM_MEANINGS.totalDue.reason}>
            Total due {kindText(SUM_MEANINGS.totalDue)} <Amount to={view.totalDueTo}>{moneyText(view.totalDue)}</Amount>
          </span>
        )}
        {view.totalPending !== null && (
          <span title={SUM_MEANINGS.totalPending.reason}>
            Total pending {kindText(SUM_MEANINGS.totalPending)}{' '}
            <Amount to={view.totalPendingTo}>{moneyText(view.totalPending)}</Amount>
          </span>
        )}
        {view.ignored.map((text) => (
          <span key={text} className="quiet">
            {text}
          </span>
        ))}
        {view.at !== null && <span className="card-asof">As of {timeText(view.at)}</span>}
      </p>
    </>
  );
}

/** Whether a longer time frame could show more. */
const dependsOnPeriod = ({ statuses }: CardView): boolean =>
  statuses.some(({ meaning }) => meaning.kind === 'flow' && !meaning.today);

/** Stock first; both on cards that mix them. */
const kindsOf = ({ totals }: CardView) => [...new Set(totals.map(({ kind }) => kind))];

const periodText = (period: CardView['period']): string =>
  period === null ? 'In the period' : `${dayText(period.from)} – ${dayText(period.to)}`;

const Amount = ({ to, children }: { readonly to: string | null; readonly children: string }) =>
  to === null ? (
    <strong>{children}</strong>
  ) : (
    <Link to={to}>
      <strong>
        <RollingNumber text={children} of={to} />
      </strong>
    </Link>
  );

interface LegendProps {
  readonly widget: Widget;
  /** What the numbers mean: stock, or the period of the flow. */
  readonly caption: string;
  readonly numbers: readonly CardNumber[];
  /** Shows their colors, because slices of a ring have no labels. */
  readonly isKey: boolean;
}

/** The numbers of one kind, each a link to its rows. */
function Legend({ widget, caption, numbers, isKey }: LegendProps) {
  const id = useId();
  if (numbers.length === 0) return null;
  return (
    <div
      className={isKey ? 'legend is-key' : 'legend'}
      style={{ '--columns': Math.ceil(numbers.length / 2) } as CSSProperties}
    >
      <p id={id} className="legend-kind">
        {caption}
      </p>
      <ul className="card-legend" aria-labelledby={id}>
        {numbers.map(({ code, label, count, percent, color, to, within, meaning }) => {
          const inside = (
            <>
              {isKey && color !== null && <Swatch color={color} />}
              <span className="legend-label">{label}</span>
              <span className="legend-count">
                <RollingNumber text={countText(count)} of={to} />
              </span>
              {percent !== null && (
                <span className="legend-share">
                  {percentText(percent)}
                  {within !== null && <small> of {within}</small>}
                </span>
              )}
            </>
          );
          return (
            <li key={code} title={meaning.reason}>
              {to === null ? (
                <span className={count === 0 ? 'legend-row is-zero' : 'legend-row'}>{inside}</span>
              ) : (
                <Link className="legend-row" to={to}>
                  {inside}
                </Link>
              )}
              <span className="figure-change">
                <FigureChange widget={widget} code={code} label={label} />
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
