import { useEffect, useState } from 'react';
import { whenIdle, whenPainted } from '../ports/idle';

/**
 * False until the first rendering is on the screen, so that expensive parts can wait for it.
 *
 * @param rested also waits until the page is idle
 */
export function useOnScreen(rested = false): boolean {
  const [isOnScreen, setOnScreen] = useState(false);
  useEffect(() => {
    let gone = false;
    void (async () => {
      await whenPainted();
      if (rested) await whenIdle();
      if (!gone) setOnScreen(true);
    })();
    return () => void (gone = true);
  }, [rested]);
  return isOnScreen;
}
