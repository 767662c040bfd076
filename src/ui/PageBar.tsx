import { useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useRootMark } from './useRootMark';

const PLACE_ID = 'page-tools';
/** On a phone the tools would push the page down as they come. */
const ROOM = '(width > 640px)';

/** Where a page puts the tools that belong in the bar above it. */
export const PageTools = () => <section id={PLACE_ID} className="page-tools" aria-label="Page tools" />;

/** Shows tools of a page in the bar above it, which then stays in view; in place if there is no bar or no room. */
export function InPageBar({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null | undefined>(undefined);
  useLayoutEffect(() => {
    const room = window.matchMedia(ROOM);
    const find = () => setPlace(room.matches ? document.getElementById(PLACE_ID) : null);
    find();
    room.addEventListener('change', find);
    return () => room.removeEventListener('change', find);
  }, []);
  useRootMark(place ? 'data-page-tools' : null);
  if (place === undefined) return null;
  return place === null ? children : createPortal(children, place);
}
