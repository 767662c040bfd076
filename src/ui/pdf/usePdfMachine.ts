/** Connects the viewer's machine to the document it opens. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { pdfViewerMachine } from '../../../machines/pdfViewer/pdfViewer.machine';
import type { OpenedPdf } from '../../../machines/pdfViewer/pdfViewer.types';
import { elapsedMs } from '../../ports/browser';
import { openPdf, type OpenPdf } from './openPdf';

/** `data` must not change while the viewer is mounted. */
export function usePdfMachine(data: Blob) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  // Kept out of the machine, because its context can be inspected.
  const password = useRef<string | null>(null);
  const machine = useMemo(
    () =>
      pdfViewerMachine.provide({
        actors: {
          openDocument: fromPromise<OpenedPdf, undefined>(async ({ signal }) => {
            const begun = elapsedMs();
            const opened = await openPdf(data, password.current, signal);
            if (signal.aborted) opened.close();
            else setPdf(opened);
            return { pages: opened.document.numPages, tookMs: elapsedMs() - begun };
          }),
        },
      }),
    [data],
  );
  const [snapshot, send] = useMachine(machine);

  const failed = snapshot.matches('failed');
  useEffect(() => {
    if (failed) setPdf(null);
  }, [failed]);
  // Each attempt, failure and unmount closes the previous document.
  useEffect(() => () => pdf?.close(), [pdf]);

  useEffect(() => {
    const look = () => send({ type: document.visibilityState === 'hidden' ? 'HIDDEN' : 'SEEN' });
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [send]);

  /** Tries to open the protected document with this password. */
  const unlock = (typed: string): void => {
    password.current = typed;
    send({ type: 'RETRY' });
  };
  return { pdf, snapshot, send, unlock };
}
