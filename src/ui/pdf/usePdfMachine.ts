/** The viewer's machine, joined to the document that it opens. */
import { useEffect, useMemo, useState } from 'react';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { pdfViewerMachine, type OpenedPdf } from '../../../sagas/documents/pdfViewer';
import { elapsedMs } from '../../ports/stopwatch';
import { openPdf, type OpenPdf } from './openPdf';

/** `data` stays the same for as long as the viewer lives. */
export function usePdfMachine(data: Blob) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const machine = useMemo(
    () =>
      pdfViewerMachine.provide({
        actors: {
          openDocument: fromPromise<OpenedPdf, undefined>(async ({ signal }) => {
            const begun = elapsedMs();
            const opened = await openPdf(data, signal);
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
  // Whoever held it last closes it: another try, a failure, the end of the viewer.
  useEffect(() => () => pdf?.close(), [pdf]);

  useEffect(() => {
    const look = () => send({ type: document.visibilityState === 'hidden' ? 'HIDDEN' : 'SEEN' });
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [send]);

  return { pdf, snapshot, send };
}
