import { useEffect, useRef, type RefObject } from 'react';
import type { PageLocation, PageMove } from '../../../sagas/base/ports/page';

/**
 * Identifies a link or button by its target or name, so that it is found after rendering again: the `at`th of equal
 * ones.
 */
interface Mark {
  readonly by: 'href' | 'aria-label';
  readonly value: string;
  readonly at: number;
}

const PRESSABLE = 'a[href], button[aria-label]';

/** The last focused element of each history step. */
const marks = new Map<string, Mark>();

/** When a person goes back, the element that they pressed gets the focus as soon as it is rendered. */
export function useFocusMemory(main: RefObject<HTMLElement>, location: PageLocation | null, by: PageMove['by']): void {
  const key = location?.key ?? null;
  const pathname = location?.pathname ?? null;
  const before = useRef(pathname);

  useEffect(() => {
    const place = main.current;
    if (place === null || key === null) return;
    const note = ({ target }: Event) => {
      const mark = markOf(target as Element, place);
      if (mark !== null) marks.set(key, mark);
    };
    const mark = by === 'pop' && before.current !== pathname ? marks.get(key) : undefined;
    before.current = pathname;
    const stop = mark && focusOnceThere(mark, place);
    // Some browsers do not focus a link that is pressed.
    for (const act of ['focusin', 'click']) place.addEventListener(act, note);
    return () => {
      stop?.();
      for (const act of ['focusin', 'click']) place.removeEventListener(act, note);
    };
  }, [main, key, pathname, by]);
}

function markOf(target: Element, place: Element): Mark | null {
  const pressed = target.closest(PRESSABLE);
  if (pressed === null) return null;
  const by = pressed.tagName === 'A' ? 'href' : 'aria-label';
  const value = pressed.getAttribute(by) ?? '';
  return { by, value, at: alike(place, by, value).indexOf(pressed) };
}

/** Compared instead of queried, because an address may hold any character. */
const alike = (place: Element, by: Mark['by'], value: string): Element[] =>
  [...place.querySelectorAll(PRESSABLE)].filter((each) => each.getAttribute(by) === value);

/** Stops when the person presses or focuses something first. */
function focusOnceThere({ by, value, at }: Mark, place: HTMLElement): () => void {
  const stop = () => {
    observer.disconnect();
    for (const own of ['pointerdown', 'keydown']) window.removeEventListener(own, stop);
  };
  const tryIt = () => {
    const found = alike(place, by, value)[at];
    if (!(found instanceof HTMLElement)) return;
    stop();
    // Scrolling is left to the scroll memory.
    found.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(tryIt);
  for (const own of ['pointerdown', 'keydown']) window.addEventListener(own, stop);
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ['href', 'aria-label'] });
  tryIt();
  return stop;
}
