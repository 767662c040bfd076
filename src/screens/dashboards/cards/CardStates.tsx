/** What a card shows while it loads, after a failure, and with outdated numbers. */
import { shortAgoText } from '../../../../sagas/base/dates';
import { useNow } from '../../../hooks/useNow';
import { Button } from '../../../ui/Button';
import { Message } from '../../../ui/Message';

const TICK_MS = 30_000;

interface FailedProps {
  readonly error: string;
  readonly onRetry: () => void;
}

/** Replaces a card that could not be loaded. */
export function Failed({ error, onRetry }: FailedProps) {
  return (
    <div className="card-failed">
      <Message tone="negative">{error}</Message>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

/** Shows how old the numbers are, and why newer ones could not be loaded. */
export function Outdated({ error, at, onRetry }: FailedProps & { readonly at: number | null }) {
  const now = useNow(TICK_MS, true);
  return (
    <div className="card-outdated" role="status">
      <p>
        {error} {at !== null && `These numbers came ${shortAgoText(at, now)}.`}
      </p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
