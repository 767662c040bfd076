import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PageLocation, PageMove } from '../../sagas/base/ports/page';
import { keepScrollPlaces, readScrollPlaces } from '../ports/scrollPlaces';

/** The browser's own scroll restoration does not wait for content that is still loading. */
const places = readScrollPlaces();

/** A new page starts at its top, a new query stays; going back restores where the step was left. */
export function useScrollMemory(location: PageLocation | null, by: PageMove['by']): void {
  const key = location?.key ?? null;
  const pathname = location?.pathname ?? null;
  const before = useRef<string | null>(null);

  // Not a passive effect: the next page is scrolled to its top before those run.
  useLayoutEffect(() => {
    if (key === null) return;
    const note = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);

  useLayoutEffect(() => {
    if (key === null) return;
    const reached = before.current === pathname ? window.scrollY : 0;
    const place = by === 'pop' ? (places.get(key) ?? 0) : reached;
    before.current = pathname;
    // A step that is never scrolled has a place, too.
    places.set(key, place);
    return scrollOncePossible(place);
  }, [key, pathname, by]);

  useEffect(() => keepScrollPlaces(places), []);
}

/**
 * Scrolls as soon as the page is long enough, however long its content takes, unless the user acts first. Returns a
 * function that stops waiting.
 */
function scrollOncePossible(place: number): () => void {
  const stop = () => {
    observer.disconnect();
    for (const kind of OWN_ACTS) window.removeEventListener(kind, stop);
  };
  const tryToScroll = () => {
    window.scrollTo(0, place);
    if (window.scrollY >= place - 1) stop();
  };
  const observer = new ResizeObserver(tryToScroll);
  for (const kind of OWN_ACTS) window.addEventListener(kind, stop, { passive: true });
  observer.observe(document.body);
  tryToScroll();
  return stop;
}

const OWN_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
