import { useEffect, useState } from 'react';
import { currentTime, watchTime } from '../ports/clock.port';

/** The current time in epoch ms, updated every `intervalMs` while active and when the page becomes visible again. */
export function useNow(intervalMs: number, active: boolean): number {
  const [now, setNow] = useState(currentTime);
  useEffect(() => {
    if (!active) return;
    // A time that was read a moment ago needs no second rendering.
    setNow((then) => (currentTime() - then < intervalMs ? then : currentTime()));
    return watchTime(intervalMs, setNow);
  }, [intervalMs, active]);
  return now;
}
