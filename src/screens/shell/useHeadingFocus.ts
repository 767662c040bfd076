import { useContext, useEffect, useRef, type RefObject } from 'react';
import { StepsContext } from '../../ui/StepHeading';

/**
 * On another page the focus goes to its heading, so that a screen reader reads on from there, as soon as the heading is
 * there, and unless the person has gone on meanwhile: to a menu, say, that is open and would close. A changed query is
 * the same page; a page just opened keeps the focus where the browser put it.
 */
export function useHeadingFocus(main: RefObject<HTMLElement>, pathname: string | null): void {
  const steps = useContext(StepsContext);
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (pathname === null || pathname === before.current) return;
    const arrived = before.current === null;
    before.current = pathname;
    const seen = steps.seen;
    steps.seen = true;
    const place = main.current;
    if (place === null || (arrived && !seen)) return;

    const left = document.activeElement;
    const focus = () => {
      const { activeElement } = document;
      const heading = place.querySelector('h1');
      const elsewhere = activeElement !== left && activeElement !== document.body && activeElement !== null;
      const wentOn = elsewhere || activeElement?.getAttribute('aria-expanded') === 'true';
      if (heading === null && !wentOn) return false;
      if (heading !== null && !wentOn) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      return true;
    };
    if (focus()) return;
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(place, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [main, pathname, steps]);
}
