import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { Frame } from '../../../../sagas/features/dashboards/kpi/cardFrame';
import { kpiRetried } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { Card, FigureSkeleton } from '../../../ui/Card';
import { Hint } from '../../../ui/Hint';
import { Failed, Outdated } from '../cards/CardStates';

interface KpiCardProps {
  readonly view: Frame;
  readonly tools?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** The id of the element of a KPI card. */
export const cardElementId = (id: string): string => `kpi-${id.replace('/', '-')}`;

/** The frame of a KPI card; all its states have the same size. */
export function KpiCard({ view, tools, foot, children }: KpiCardProps) {
  const dispatch = useDispatch();
  const { id, title, phase, busy, error, at, period, empty } = view;
  const head = `${cardElementId(id)}-title`;
  const retry = () => dispatch(kpiRetried({ id }));
  return (
    <Card id={cardElementId(id)} labelledBy={head} busy={phase === 'loading' || busy}>
      <header className="card-head">
        <h2 id={head} tabIndex={-1}>
          {title}
        </h2>
        <Computed view={view} />
        <div className="card-tools">{tools}</div>
      </header>
      {phase === 'loading' && <FigureSkeleton variant="card" />}
      {phase === 'failed' && <Failed error={error ?? ''} onRetry={retry} />}
      {(phase === 'full' || phase === 'empty') && (
        <div className={error === null ? 'card-body' : 'card-body is-dim'}>
          {error !== null && <Outdated error={error} at={at} onRetry={retry} />}
          {phase === 'full' ? children : <p className="card-empty">{empty}</p>}
          <p className="card-foot">{foot ?? <span className="quiet">{period}</span>}</p>
        </div>
      )}
    </Card>
  );
}

/** The hint 'How is this computed?' */
export function Computed({ view: { title, definitions } }: { readonly view: Pick<Frame, 'title' | 'definitions'> }) {
  return (
    <Hint name={`How is ${title} computed?`}>
      {definitions.map((each) => (
        <span key={each.title}>
          {definitions.length > 1 && <strong>{each.title}: </strong>}
          {each.text}
        </span>
      ))}
    </Hint>
  );
}
