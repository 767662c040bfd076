/** Searches a document, marks matches on the page, and finds out whether a page has text. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { OpenPdf } from './openPdf';
import { fieldsOf } from './pageExtras';

/** Ignores case and accents, as the search of lists does. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The text of a page in reading order, with its form values; empty for a scanned page. */
async function textOf(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const printed = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
  const filled = (await fieldsOf(page)).map(({ text }) => text);
  return [printed, ...filled].join(' ').trim();
}

/** The next page with these words, after `from` and then from the first on; null if there is none, or once aborted. */
async function pageWith(
  document: PDFDocumentProxy,
  words: string,
  from: number,
  signal: AbortSignal,
): Promise<number | null> {
  const wanted = folded(words.trim());
  for (let step = 1; step <= document.numPages && !signal.aborted; step += 1) {
    const page = ((from - 1 + step) % document.numPages) + 1;
    // A damaged page has no words; the others may have these.
    const text = await textOf(document, page).catch(() => '');
    if (folded(text).includes(wanted)) return page;
  }
  return null;
}

/** The page of the match, from 1; null while nothing is searched for. */
export type Found = 'searching' | 'nowhere' | number | null;

/** Searches all pages; `find` turns to the next page that has the words, unless others are typed in the meantime. */
export function usePdfSearch(pdf: OpenPdf | null, page: number, onFound: (page: number) => void) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<Found>(null);
  const searching = useRef<AbortController | null>(null);
  useEffect(() => {
    setFound(null);
    return () => searching.current?.abort();
  }, [pdf]);
  const find = (): void => {
    if (pdf === null || words.trim() === '' || found === 'searching') return;
    setFound('searching');
    const { signal } = (searching.current = new AbortController());
    void pageWith(pdf.document, words, page, signal).then((at) => {
      if (signal.aborted) return;
      setFound(at ?? 'nowhere');
      if (at !== null) onFound(at);
    });
  };
  const type = (text: string): void => {
    searching.current?.abort();
    setWords(text);
    setFound(null);
  };
  return { words, found, find, type };
}

/** Marks the words in the text layer in `place`, also if it is added later. */
export function useSearchHighlights(place: RefObject<HTMLElement>, words: string): void {
  useEffect(() => {
    const host = place.current;
    const wanted = folded(words.trim());
    if (host === null) return;
    const mark = () => {
      for (const span of host.querySelectorAll('.pdf-text span')) {
        span.classList.toggle('pdf-found', wanted !== '' && folded(span.textContent ?? '').includes(wanted));
      }
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(host, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [place, words]);
}

/** Whether the page has no text that can be read aloud or searched; false until that is known. */
export function useHasNoText(pdf: OpenPdf | null, page: number): boolean {
  const [without, setWithout] = useState<number | null>(null);
  useEffect(() => {
    let isHere = true;
    if (pdf === null) return;
    textOf(pdf.document, page)
      .then((text) => isHere && setWithout(text === '' ? page : null))
      .catch(() => undefined);
    return () => void (isHere = false);
  }, [pdf, page]);
  return without === page;
}
