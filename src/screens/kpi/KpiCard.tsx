import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { Frame } from '../../../sagas/kpi/frame';
import { kpiRetried } from '../../../sagas/kpi/kpi.intents';
import { Failed, Outdated, Skeleton } from '../cards/faces';
import { Computed } from './Computed';

interface KpiCardProps {
  readonly view: Frame;
  readonly tools?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

export const cardElementId = (id: string): string => `kpi-${id.replace('/', '-')}`;

/** A card with a figure to look at, in one of its faces, each of the same size. */
export function KpiCard({ view, tools, foot, children }: KpiCardProps) {
  const dispatch = useDispatch();
  const { id, title, face, busy, error, at, period } = view;
  const head = `${cardElementId(id)}-title`;
  const retry = () => dispatch(kpiRetried({ id }));
  return (
    <section id={cardElementId(id)} className="card" aria-labelledby={head} aria-busy={face === 'loading' || busy}>
      <header className="card-head">
        <h2 id={head}>{title}</h2>
        <Computed view={view} />
        <div className="card-tools">{tools}</div>
      </header>
      {face === 'loading' && <Skeleton />}
      {face === 'failed' && <Failed error={error ?? ''} onRetry={retry} />}
      {(face === 'full' || face === 'empty') && (
        <div className={error === null ? 'card-body' : 'card-body is-dim'}>
          {error !== null && <Outdated error={error} at={at} onRetry={retry} />}
          {face === 'full' ? (
            children
          ) : (
            <p className="card-empty">Nothing under these filters. Choose a longer time frame or clear a filter.</p>
          )}
          <p className="card-foot">{foot ?? <span className="quiet">{period}</span>}</p>
        </div>
      )}
    </section>
  );
}
