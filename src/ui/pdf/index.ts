import { useEffect } from 'react';
import { loadable } from '../loadable';
import type { PdfViewerProps } from './PdfViewer';

const fetchViewer = () => import(/* webpackChunkName: "pdf" */ './PdfViewer');

/** The viewer, loaded with the first document. */
export const PdfViewer = loadable<PdfViewerProps>(async () => (await fetchViewer()).PdfViewer);

/** Loads the viewer and starts its worker while the document is loading. */
export function usePdfReady(): void {
  useEffect(() => {
    let left = false;
    const viewer = fetchViewer().catch(() => null);
    void viewer.then((parts) => left || parts?.prepareWorker());
    return () => {
      left = true;
      void viewer.then((parts) => parts?.dropSpareWorker());
    };
  }, []);
}
