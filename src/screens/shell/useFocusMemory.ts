import { useEffect, useRef, type RefObject } from 'react';
import type { PageLocation, PageMove } from '../../../sagas/ports';

/** A link or a button by what it is for, so that the one drawn anew is found: the `at`th of those alike. */
interface Mark {
  readonly by: 'href' | 'aria-label';
  readonly value: string;
  readonly at: number;
}

const PRESSABLE = 'a[href], button[aria-label]';

/** What had the focus last, at each step of the history. */
const marks = new Map<string, Mark>();

/** On the way back to a page the focus returns to what was pressed there, as soon as it is there again. */
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
    // A press counts, too: not every browser gives the focus to a link that is pressed.
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

/** Compared, not sought by a selector: an address may hold anything. */
const alike = (place: Element, by: Mark['by'], value: string): Element[] =>
  [...place.querySelectorAll(PRESSABLE)].filter((each) => each.getAttribute(by) === value);

/** Whoever goes on meanwhile is left alone. */
function focusOnceThere({ by, value, at }: Mark, place: HTMLElement): () => void {
  const stop = () => {
    observer.disconnect();
    for (const own of ['pointerdown', 'keydown']) window.removeEventListener(own, stop);
  };
  const tryIt = () => {
    const found = alike(place, by, value)[at];
    if (!(found instanceof HTMLElement)) return;
    stop();
    // Where it stands is the scroll memory's to say.
    found.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(tryIt);
  for (const own of ['pointerdown', 'keydown']) window.addEventListener(own, stop);
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ['href', 'aria-label'] });
  tryIt();
  return stop;
}
