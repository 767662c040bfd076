/** What a card shows while it loads, after a failure, and with outdated numbers. */
import { useRef } from 'react';
import { shortAgoText } from '../../../../sagas/base/dates';
import { useNow } from '../../../hooks/useNow';
import { Button } from '../../../ui/Button';
import { Message } from '../../../ui/Message';
import { useFocusOnUnmount } from '../../../ui/focus';

const TICK_MS = 30_000;

interface FailedProps {
  readonly error: string;
  readonly onRetry: () => void;
}

/** The heading of the card, or the page around a state of several cards. */
const cardHeading = (place: HTMLElement) =>
  place.closest('section')?.querySelector('h2') ?? document.getElementById('page');

/** Once the card is loaded its button is gone, and the focus goes to its heading. */
export function useRetryFocus() {
  const place = useRef<HTMLDivElement>(null);
  useFocusOnUnmount(place, cardHeading);
  return place;
}

/** Replaces a card that could not be loaded. */
export function Failed({ error, onRetry }: FailedProps) {
  return (
    <div ref={useRetryFocus()} className="card-failed">
      <Message tone="negative">{error}</Message>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

/** Shows how old the numbers are, and why newer ones could not be loaded. */
export function Outdated({ error, at, onRetry }: FailedProps & { readonly at: number | null }) {
  const now = useNow(TICK_MS, true);
  return (
    <div ref={useRetryFocus()} className="card-outdated" role="status">
      <p>
        {error} {at !== null && `These numbers were loaded ${shortAgoText(at, now)}.`}
      </p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
