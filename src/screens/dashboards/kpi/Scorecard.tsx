import type { CSSProperties } from 'react';
import { useDispatch } from 'react-redux';
import { SCORES } from '../../../../sagas/features/dashboards/kpi/kpiDashboards';
import { kpiRetried } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import {
  selectScores,
  selectSupplierUnknown,
  type ScoreView,
} from '../../../../sagas/features/dashboards/kpi/scores.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Message } from '../../../ui/Message';
import { StatLine, StatValue } from '../../../ui/Stat';
import { Failed, Outdated } from '../cards/CardStates';
import { BreakDownButton, BreakdownPanel } from './Breakdown';
import { ChangeText } from './ChangeText';
import { Comparison } from './Comparison';
import { Computed, cardElementId } from './KpiCard';
import { ReportLink } from './ReportLink';

/** Eight figures of one supplier, each with its rank. One call loads them all. */
export function Scorecard() {
  const dispatch = useDispatch();
  const scores = useAppSelector(selectScores);
  const isUnknown = useAppSelector(selectSupplierUnknown);
  const [first] = scores;
  if (first === undefined) {
    return (
      <p className="dashboard-empty">
        You do not have permission to see this scorecard. Please ask your administrator for access.
      </p>
    );
  }
  const { phase, error, at } = first;
  const retry = () => dispatch(kpiRetried({ id: SCORES }));
  return (
    <>
      {phase === 'failed' && <Failed error={error ?? ''} onRetry={retry} />}
      {phase !== 'failed' && error !== null && <Outdated error={error} at={at} onRetry={retry} />}
      {isUnknown && (
        <Message tone="info">
          This supplier has no figures under these filters. Choose another one or clear a filter.
        </Message>
      )}
      <BreakdownPanel />
      {phase !== 'failed' && (
        <div className="score-grid">
          {scores.map((view) => (
            <ScoreCard key={view.id} view={view} />
          ))}
        </div>
      )}
      {phase !== 'failed' && <Comparison />}
    </>
  );
}

/** One figure of a supplier with its rank and a progress bar. */
function ScoreCard({ view }: { readonly view: ScoreView }) {
  const { id, title, phase, busy, count, text, max, maxText, rank, to, error } = view;
  const head = `${cardElementId(id)}-title`;
  const share = max === 0 ? 0 : Math.min(100, (100 * count) / max);
  return (
    <section className="stat score" aria-labelledby={head} aria-busy={phase === 'loading' || busy}>
      <header className="stat-head">
        <h2 id={head}>{title}</h2>
        <Computed view={view} />
        {view.definitions.map((of) => (
          <BreakDownButton key={of.code} of={of} />
        ))}
      </header>
      {phase === 'loading' ? (
        <div className="stat-skeleton" role="status" aria-label="Loading the numbers">
          <span className="skeleton-line" />
          <span className="skeleton-line" />
        </div>
      ) : (
        <div className={error === null ? 'score-body' : 'score-body is-dim'}>
          <StatLine>
            {to === null ? (
              <StatValue isZero={count === 0}>{text}</StatValue>
            ) : (
              <StatValue as={ReportLink} to={to}>
                {text}
              </StatValue>
            )}
            <span className="score-rank">{rank === null ? 'No rank' : `Rank ${rank}`}</span>
          </StatLine>
          <div
            className="score-bar"
            role="meter"
            aria-labelledby={head}
            aria-valuemin={0}
            aria-valuemax={max}
            aria-valuenow={Math.min(count, max)}
            aria-valuetext={`${text} of ${maxText}`}
          >
            <span style={{ '--share': `${share}%` } as CSSProperties} />
          </div>
          <p className="score-scale" aria-hidden="true">
            <span>0</span>
            <span>{maxText}</span>
          </p>
          <ChangeText change={view.change} caution={view.caution} before={view.before} />
        </div>
      )}
    </section>
  );
}
