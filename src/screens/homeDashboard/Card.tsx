import type { KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { Widget } from '../../../contract/dashboard';
import { selectCardView } from '../../../sagas/homeDashboard/cards.selectors';
import { cardRetried } from '../../../sagas/homeDashboard/homeDashboard.intents';
import { ageText } from '../../../sagas/homeDashboard/index';
import { useAppSelector } from '../../app/state';
import { useNow } from '../../ports/useNow';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Message } from '../../ui/Message';
import { CardBody } from './CardBody';
import { CardTools } from './CardTools';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
const TICK_MS = 30_000;

interface CardProps {
  readonly widget: Widget;
  readonly onMove: (step: number) => void;
}

/** One card, in one of its faces, each of the same size: nothing jumps when the numbers come. */
export function Card({ widget, onMove }: CardProps) {
  const view = useAppSelector(selectCardView)(widget);
  if (view === null) return null;
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <section className="card" aria-labelledby={`card-${widget}`} aria-busy={view.face === 'loading' || view.busy}>
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
        <h2 id={`card-${widget}`}>{view.title}</h2>
        <CardTools view={view} />
      </header>
      {view.face === 'loading' && <Skeleton />}
      {view.face === 'failed' && <Failed widget={widget} error={view.error ?? ''} />}
      {(view.face === 'full' || view.face === 'empty') && (
        <div className={view.stale || view.error !== null ? 'card-body is-dim' : 'card-body'}>
          {view.error !== null && <Outdated widget={widget} error={view.error} at={view.at} />}
          <CardBody view={view} />
        </div>
      )}
    </section>
  );
}

const Skeleton = () => (
  <div className="card-skeleton" role="status" aria-label="Loading the numbers">
    <span className="skeleton-figure" />
    <span className="skeleton-line" />
    <span className="skeleton-line" />
  </div>
);

function Failed({ widget, error }: { readonly widget: Widget; readonly error: string }) {
  const dispatch = useDispatch();
  return (
    <div className="card-failed">
      <Message tone="negative">{error}</Message>
      <Button onClick={() => dispatch(cardRetried({ widget }))}>Retry</Button>
    </div>
  );
}

interface OutdatedProps {
  readonly widget: Widget;
  readonly error: string;
  readonly at: number | null;
}

/** The last numbers of the same filter, with their age and why there are no newer ones. */
function Outdated({ widget, error, at }: OutdatedProps) {
  const dispatch = useDispatch();
  const now = useNow(TICK_MS, true);
  return (
    <div className="card-outdated" role="status">
      <p>
        {error} {at !== null && `These numbers came ${ageText(at, now)}.`}
      </p>
      <Button onClick={() => dispatch(cardRetried({ widget }))}>Retry</Button>
    </div>
  );
}
