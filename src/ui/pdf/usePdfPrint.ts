/** Prints a document, and tells what could not be printed. */
import { useEffect, useRef, useState } from 'react';
import { notPrintedText, tooLongToPrintText } from '../../../sagas/features/documents/documents.texts';
import type { OpenPdf } from './openPdf';
import { printPdf, PRINTED_PAGES } from './printPdf';

interface Printing {
  readonly busy: boolean;
  /** What was not printed, and what to do; null if all was. */
  readonly problem: string | null;
  /** Incremented with each press, so that a repeated message is announced again. */
  readonly count: number;
}

/** A press while pages are drawn is ignored; closing the document ends the drawing without a dialog. */
export function usePdfPrint(pdf: OpenPdf | null, rotation: number): Printing & { readonly print: () => void } {
  const [state, setState] = useState<Printing>({ busy: false, problem: null, count: 0 });
  const drawing = useRef<AbortController | null>(null);
  useEffect(() => () => drawing.current?.abort(), [pdf]);
  const print = (): void => {
    if (pdf === null || state.busy) return;
    const { numPages } = pdf.document;
    const count = state.count + 1;
    const isTooLong = numPages > PRINTED_PAGES;
    setState({ busy: !isTooLong, problem: isTooLong ? tooLongToPrintText(numPages) : null, count });
    if (isTooLong) return;
    const { signal } = (drawing.current = new AbortController());
    void printPdf(pdf.document, rotation, signal).then((missing) =>
      setState({ busy: false, problem: missing.length === 0 ? null : notPrintedText(missing, numPages), count }),
    );
  };
  return { ...state, print };
}
