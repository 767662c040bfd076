import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle, whenPainted } from '../ports/idle';

/**
 * False until the first rendering is on the screen, so that expensive parts can wait for it, or until it is printed.
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
    // A print takes the page as it is: what still waits is drawn before.
    const now = () => flushSync(() => setOnScreen(true));
    window.addEventListener('beforeprint', now);
    return () => {
      gone = true;
      window.removeEventListener('beforeprint', now);
    };
  }, [rested]);
  return isOnScreen;
}
