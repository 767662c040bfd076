import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import {
  selectComparison,
  type ComparedCard,
  type ComparisonView,
} from '../../../../sagas/features/dashboards/kpi/comparison.selectors';
import { selectKpiView } from '../../../../sagas/features/dashboards/kpi/charts.selectors';
import { valueText } from '../../../../sagas/features/dashboards/kpi/kpi.format';
import { kpiCompared, kpiRetried } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { kpi } from '../../../../contract/dashboards/kpis';
import { useAppSelector } from '../../../hooks/useAppSelector';
import type { ChartData } from '../../../ui/chart/chart.types';
import { chartCsv } from '../../../ui/chart/chartText';
import { PointsChart } from '../../../ui/chart/PointsChart';
import { Popover } from '../../../ui/Popover';
import { SearchSelect } from '../../../ui/SearchSelect';
import { Failed } from '../cards/CardStates';
import { CardSave } from './CardSave';
import { KpiCard } from './KpiCard';
import { ReportLink } from './ReportLink';
import { TargetForm } from './TargetForm';

/** The scorecard's figures beside another supplier's, the median and their targets, over twelve months. */
export function Comparison() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectComparison);
  if (view === null) return null;
  const { id, choices, chosen, cards, error, isFailed } = view;
  return (
    <section className="kpi-comparison" aria-label="Comparison">
      <SearchSelect
        label="Compare with"
        none="Compare with…"
        options={choices}
        value={chosen}
        unknown="Unknown supplier"
        onChange={(value) => dispatch(kpiCompared({ beside: value }))}
      />
      {chosen !== null && isFailed ? (
        <Failed error={error ?? ''} onRetry={() => dispatch(kpiRetried({ id }))} />
      ) : (
        cards.length > 0 && (
          <div className="card-grid">
            {cards.map((card) => (
              <ComparedCardView key={card.code} card={card} view={view} />
            ))}
          </div>
        )
      )}
    </section>
  );
}

function dataOf({ title, code, chart, figures }: ComparedCard): ChartData | null {
  if (chart === null) return null;
  const { unit } = kpi(code);
  return {
    name: `${title} by month`,
    of: 'Month',
    ...chart,
    text: (value) => valueText(unit, value),
    tick: (value) => (unit === 'percent' ? `${value}%` : String(value)),
    withoutTotal: true,
    newestFirst: true,
    summary: `${title}, by month. In the period: ${figures.map(({ label, text }) => `${label} ${text}`).join(', ')}. All figures are in the table.`,
  };
}

function ComparedCardView({ card, view }: { readonly card: ComparedCard; readonly view: ComparisonView }) {
  const { id, title, figures, period, phase } = card;
  const shown = useAppSelector((state) => selectKpiView(state, id));
  const data = useMemo(() => dataOf(card), [card]);
  return (
    <KpiCard
      view={card}
      tools={
        <>
          {view.canSetTargets && view.supplier !== null && phase === 'full' && (
            <Popover title={`Target of ${title}`} name={`Set the target of ${title}`} label="Target">
              {(close) => <TargetForm card={card} supplier={view.supplier} onDone={close} />}
            </Popover>
          )}
          <CardSave
            id={id}
            csv={phase === 'full' && data !== null ? () => chartCsv(data) : null}
            title={title}
            shown={shown}
          />
        </>
      }
      foot={<span className="quiet">Figures of {period}; the chart shows twelve months.</span>}
    >
      <dl className="kpi-beside">
        {figures.map(({ label, text, detail, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {to === null ? (
                <strong>{text}</strong>
              ) : (
                <ReportLink to={to} plain>
                  {text}
                </ReportLink>
              )}
              {detail !== '' && <span className="quiet">{detail}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {data !== null && (
        <div className="card-chart">
          <PointsChart data={data} kind="line" stacked={false} view={shown} />
        </div>
      )}
    </KpiCard>
  );
}
