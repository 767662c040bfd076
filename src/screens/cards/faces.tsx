/** What a card shows while its figures are not there, or are not the newest. */
import { ageText } from '../../../sagas/homeDashboard/index';
import { useNow } from '../../ports/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';

const TICK_MS = 30_000;

export const Skeleton = () => (
  <div className="card-skeleton" role="status" aria-label="Loading the numbers">
    <span className="skeleton-figure" />
    <span className="skeleton-line" />
    <span className="skeleton-line" />
  </div>
);

interface FailedProps {
  readonly error: string;
  readonly onRetry: () => void;
}

export function Failed({ error, onRetry }: FailedProps) {
  return (
    <div className="card-failed">
      <Message tone="negative">{error}</Message>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

/** The last numbers of the same filter, with their age and why there are no newer ones. */
export function Outdated({ error, at, onRetry }: FailedProps & { readonly at: number | null }) {
  const now = useNow(TICK_MS, true);
  return (
    <div className="card-outdated" role="status">
      <p>
        {error} {at !== null && `These numbers came ${ageText(at, now)}.`}
      </p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
