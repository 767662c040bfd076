import { useNow } from '../../hooks/useNow';

/** Whole seconds until that moment (epoch ms); 0 when it has passed or is null. */
export function useWait(until: number | null): number {
  const now = useNow(250, until !== null);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}

/** Why the button is disabled, and for how long. Announced once, not every second. */
export function WaitNote({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return null;
  return (
    <p className="field-hint">
      <span className="visually-hidden" role="status">
        You can try again in a moment.
      </span>
      You can try again in {seconds} s.
    </p>
  );
}
