import { useEffect, useLayoutEffect } from 'react';
import type { PageLocation, PageMove } from '../../sagas/ports';

const STORED = 'vms.scroll';
/** A list that is still coming is waited for this long before the place in it is given up. */
const PATIENCE_MS = 2_000;

/** Where each step of the history was scrolled to; the browser's own memory does not wait for what is still loading. */
const places = new Map<string, number>(stored());

function stored(): [string, number][] {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORED) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/** Begins each new page at its top, and each page one goes back to where it was left. */
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
    if (place !== undefined) return scrollOnceThere(place);
  }, [key, by]);

  useEffect(() => {
    const store = () => {
      try {
        window.sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-50)));
      } catch {
        // Then a reload begins at the top.
      }
    };
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', store);
    return () => {
      window.history.scrollRestoration = 'auto';
      window.removeEventListener('pagehide', store);
    };
  }, []);
}

/** Scrolls as soon as the page is long enough. Whoever scrolls themselves meanwhile is left alone. */
function scrollOnceThere(place: number): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchmove', stop);
    window.removeEventListener('keydown', stop);
  };
  const tryIt = () => {
    window.scrollTo(0, place);
    if (window.scrollY >= place - 1) stop();
  };
  const observer = new ResizeObserver(tryIt);
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const own of ['wheel', 'touchmove', 'keydown']) window.addEventListener(own, stop, { passive: true });
  observer.observe(document.body);
  tryIt();
  return stop;
}
