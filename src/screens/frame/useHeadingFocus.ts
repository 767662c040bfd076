import { useContext, useEffect, useRef, type RefObject } from 'react';
import { StepsContext } from '../../ui/StepHeading';

/**
 * On another page the focus goes to its heading as soon as it is rendered, so that a screen reader continues there,
 * unless the person has moved on in the meantime, for example to an open menu. A changed query is the same page; a page
 * just opened keeps the browser's focus.
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
      // The page itself has the focus of what was removed.
      const elsewhere = ![left, place, document.body, null].includes(activeElement);
      // A menu that was opened in the meantime would close with its focus, whether or not its panel has been loaded.
      const wentOn = elsewhere || document.querySelector('.popup-place [aria-expanded="true"]') !== null;
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
