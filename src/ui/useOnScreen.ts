import { useEffect, useState } from 'react';
import { whenIdle, whenPainted } from '../ports/whenIdle';

/**
 * False until what was drawn first is on the screen: what takes long to draw can wait for that.
 * @param rested that the page has nothing better to do either
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
