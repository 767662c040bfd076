import { useEffect, useLayoutEffect } from 'react';
import type { PageLocation, PageMove } from '../../sagas/base/ports';
import { callAfter } from '../ports/clock.port';
import { keepScrollPlaces, readScrollPlaces } from '../ports/scrollPlaces';

/** How long (ms) to wait for content that is still loading before the stored position is dropped. */
const PATIENCE_MS = 2_000;

/** The browser's own scroll restoration does not wait for content that is still loading. */
const places = readScrollPlaces();

/** A new page starts at its top; going back restores where the page was left. */
export function useScrollMemory(location: PageLocation | null, by: PageMove['by']): void {
  const key = location?.key ?? null;
  const pathname = location?.pathname ?? null;

  useEffect(() => {
    if (key === null) return;
    const note = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);

  useLayoutEffect(() => {
    if (pathname !== null && by !== 'pop') window.scrollTo(0, 0);
  }, [pathname, by]);

  useLayoutEffect(() => {
    const place = key === null || by !== 'pop' ? undefined : places.get(key);
    if (place !== undefined) return scrollOncePossible(place);
  }, [key, by]);

  useEffect(() => keepScrollPlaces(places), []);
}

/** Scrolls as soon as the page is long enough, unless the user scrolls first. Returns a function that stops waiting. */
function scrollOncePossible(place: number): () => void {
  const stop = () => {
    observer.disconnect();
    cancelTimer();
    for (const kind of OWN_SCROLLING) window.removeEventListener(kind, stop);
  };
  const tryToScroll = () => {
    window.scrollTo(0, place);
    if (window.scrollY >= place - 1) stop();
  };
  const observer = new ResizeObserver(tryToScroll);
  const cancelTimer = callAfter(PATIENCE_MS, stop);
  for (const kind of OWN_SCROLLING) window.addEventListener(kind, stop, { passive: true });
  observer.observe(document.body);
  tryToScroll();
  return stop;
}

const OWN_SCROLLING = ['wheel', 'touchmove', 'keydown'];
