import { useNow } from '../../ports/useNow';

/** Whole seconds until that moment (epoch ms); 0 once it has passed and where there is none. */
export function useWait(until: number | null): number {
  const now = useNow(250, until !== null);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}
