import { useEffect, useState } from 'react';

/** The time (epoch ms), looked at again every so often while active, and at once when the page is looked at again. */
export function useNow(intervalMs: number, active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const look = () => setNow(Date.now());
    // What was just read is as true as after a tick.
    setNow((then) => (Date.now() - then < intervalMs ? then : Date.now()));
    const timer = setInterval(look, intervalMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [intervalMs, active]);
  return now;
}
