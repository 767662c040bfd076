import { useEffect, useRef, type RefObject } from 'react';
import type { PageLocation, PageMove } from '../../../sagas/ports';

/** A link or a button by what it is for, so that the one drawn anew is found: the `at`th of those alike. */
interface Mark {
  readonly alike: string;
  readonly at: number;
}

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
  const pressed = target.closest('a[href], button[aria-label]');
  if (pressed === null) return null;
  const name = pressed.tagName === 'A' ? 'href' : 'aria-label';
  const alike = `${pressed.tagName}[${name}="${CSS.escape(pressed.getAttribute(name) ?? '')}"]`;
  return { alike, at: [...place.querySelectorAll(alike)].indexOf(pressed) };
}

/** Whoever goes on meanwhile is left alone. */
function focusOnceThere({ alike, at }: Mark, place: HTMLElement): () => void {
  const stop = () => {
    observer.disconnect();
    for (const own of ['pointerdown', 'keydown']) window.removeEventListener(own, stop);
  };
  const tryIt = () => {
    const found = place.querySelectorAll<HTMLElement>(alike)[at];
    if (found === undefined) return;
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
