import type { KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { Widget } from '../../../../contract/dashboards/widgets';
import { selectCardView } from '../../../../sagas/features/dashboards/home/cards.selectors';
import { cardRetried } from '../../../../sagas/features/dashboards/home/home.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Card as CardFrame, FigureSkeleton } from '../../../ui/Card';
import { hasModifier } from '../../../ui/arrowKeys';
import { Icon } from '../../../ui/Icon';
import { Failed, Outdated } from '../cards/CardStates';
import { CardBody } from './CardBody';
import { CardTools } from './CardTools';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

interface CardProps {
  readonly widget: Widget;
  readonly onMove: (step: number) => void;
}

/** One card; all its states have the same size, so that nothing jumps. */
export function Card({ widget, onMove }: CardProps) {
  const dispatch = useDispatch();
  const view = useAppSelector(selectCardView)(widget);
  if (view === null) return null;
  const retry = () => dispatch(cardRetried({ widget }));
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || hasModifier(event)) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <CardFrame labelledBy={`card-${widget}`} busy={view.phase === 'loading' || view.busy}>
      <header className="card-head">
        <button
          id={`card-grip-${widget}`}
          type="button"
          className="order-grip card-grip"
          aria-label={`Move ${view.title}`}
          title="Drag, or press the arrow keys"
          onKeyDown={onKey}
        >
          <Icon name="grip" />
        </button>
        <h2 id={`card-${widget}`} tabIndex={-1}>
          {view.title}
        </h2>
        <CardTools view={view} />
      </header>
      {view.phase === 'loading' && <FigureSkeleton variant="card" />}
      {view.phase === 'failed' && <Failed error={view.error ?? ''} onRetry={retry} />}
      {view.phase === 'full' && (
        <div className={view.stale || view.error !== null ? 'card-body is-dim' : 'card-body'}>
          {view.error !== null && <Outdated error={view.error} at={view.at} onRetry={retry} />}
          <CardBody view={view} />
        </div>
      )}
    </CardFrame>
  );
}
