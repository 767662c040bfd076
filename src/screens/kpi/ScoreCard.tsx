import type { CSSProperties } from 'react';
import type { ScoreView } from '../../../sagas/kpi/scores.selectors';
import { ChangeText } from './ChangeText';
import { Computed } from './Computed';
import { cardElementId } from './KpiCard';
import { ReportLink } from './ReportLink';

/** How far one figure of a supplier has come, and its rank. */
export function ScoreCard({ view }: { readonly view: ScoreView }) {
  const { id, title, face, busy, count, text, max, maxText, rank, to, error } = view;
  const head = `${cardElementId(id)}-title`;
  const share = max === 0 ? 0 : Math.min(100, (100 * count) / max);
  return (
    <section className="stat score" aria-labelledby={head} aria-busy={face === 'loading' || busy}>
      <header className="stat-head">
        <h2 id={head}>{title}</h2>
        <Computed view={view} />
      </header>
      {face === 'loading' ? (
        <div className="stat-skeleton" role="status" aria-label="Loading the numbers">
          <span className="skeleton-line" />
          <span className="skeleton-line" />
        </div>
      ) : (
        <div className={error === null ? 'score-body' : 'score-body is-dim'}>
          <p className="stat-line">
            {to === null ? (
              <span className={count === 0 ? 'stat-value is-zero' : 'stat-value'}>{text}</span>
            ) : (
              <ReportLink to={to} className="stat-value">
                {text}
              </ReportLink>
            )}
            <span className="score-rank">{rank === null ? 'No rank' : `Rank ${rank}`}</span>
          </p>
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
          <ChangeText change={view.change} before={view.before} />
        </div>
      )}
    </section>
  );
}
