/** Puts the drawn page into the sheet, and draws the next one ahead. */
import { useEffect, useRef, type RefObject } from 'react';
import { drawPage, release, isSameAppearance, type DrawnPage, type PageAppearance } from './drawPage';
import type { OpenPdf } from './openPdf';

interface Sheet {
  readonly place: RefObject<HTMLElement>;
  readonly pdf: OpenPdf | null;
  readonly look: PageAppearance | null;
  /** Counts requests for a page. */
  readonly round: number;
  /** With the zoom at which it was drawn. */
  readonly onDrawn: (zoom: number) => void;
  readonly onNotDrawn: () => void;
}

/** Draws the page into `place` whenever its look or `round` changes, and the next page ahead. */
export function usePdfSheet({ place, pdf, look, round, onDrawn, onNotDrawn }: Sheet): void {
  const ahead = useRef<DrawnPage | null>(null);
  const callbacks = useRef({ onDrawn, onNotDrawn });
  callbacks.current = { onDrawn, onNotDrawn };

  useEffect(() => {
    const host = place.current;
    if (host === null || pdf === null || look === null) return;
    const leaving = new AbortController();
    draw(host, pdf, look, ahead, leaving.signal, (zoom) => callbacks.current.onDrawn(zoom)).catch(() => {
      if (!leaving.signal.aborted) callbacks.current.onNotDrawn();
    });
    return () => leaving.abort();
  }, [place, pdf, look, round]);

  useEffect(() => {
    const host = place.current;
    return () => {
      dropAhead(ahead);
      for (const sheet of [...(host?.children ?? [])]) release(sheet);
    };
  }, [place, pdf]);
}

type Ahead = RefObject<DrawnPage | null> & { current: DrawnPage | null };

async function draw(
  host: HTMLElement,
  { document }: OpenPdf,
  look: PageAppearance,
  ahead: Ahead,
  signal: AbortSignal,
  onDrawn: (zoom: number) => void,
): Promise<void> {
  const drawn = takeAhead(ahead, look) ?? (await drawPage(document, look, signal));
  if (drawn === null) return;
  for (const old of [...host.children]) release(old);
  host.append(drawn.element);
  onDrawn(drawn.zoom);
  dropAhead(ahead);
  const next = { ...look, page: look.page + 1 };
  if (next.page > document.numPages) return;
  // A failure of the next page is reported when the reader turns to it.
  ahead.current = await drawPage(document, next, signal).catch(() => null);
}

function takeAhead(ahead: Ahead, look: PageAppearance): DrawnPage | null {
  if (ahead.current === null || !isSameAppearance(ahead.current.look, look)) return null;
  const drawn = ahead.current;
  ahead.current = null;
  return drawn;
}

function dropAhead(ahead: Ahead): void {
  if (ahead.current) release(ahead.current.element);
  ahead.current = null;
}
