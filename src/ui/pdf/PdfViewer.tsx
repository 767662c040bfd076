import { useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { PdfFault, PdfViewerEvent } from '../../../sagas/features/documents/pdfViewer';
import { PAGE_NOT_DRAWN, pdfFaultText } from '../../../sagas/features/documents/documents.texts';
import { Button } from '../Button';
import { Loader } from '../Loader';
import { Message } from '../Message';
import '../theme/pdf.css';
import { eventOfKey, KEYS_HINT } from './keys';
import { PdfToolbar } from './PdfToolbar';
import { useFocusKept } from './useFocusKept';
import { usePdfMachine } from './usePdfMachine';
import { usePdfSheet } from './usePdfSheet';
import { useWidth } from './useWidth';

export { dropSpareWorker, prepareWorker } from './worker';

export interface PdfViewerProps {
  /** For another document, give it another `key`. */
  readonly data: Blob;
  readonly onDownload: () => void;
}

/** Shows a PDF page by page. `data` holds its bytes. */
export function PdfViewer({ data, onDownload }: PdfViewerProps) {
  const viewer = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { pdf, snapshot, send } = usePdfMachine(data);
  const { page, pages, zoom, rotation, round, fault } = snapshot.context;
  const width = useWidth(region, () => send({ type: 'REDRAW' }));
  const look = useMemo(() => (width > 0 ? { page, zoom, rotation, width } : null), [page, zoom, rotation, width]);
  usePdfSheet({
    place,
    pdf,
    look,
    round,
    onDrawn: () => send({ type: 'DRAWN' }),
    onNotDrawn: () => send({ type: 'NOT_DRAWN' }),
  });

  const showing = snapshot.matches('showing');
  const counter = showing ? `Page ${page} of ${pages}` : null;
  const can = (type: PdfViewerEvent['type']) => showing && snapshot.can({ type });
  useFocusKept(viewer, region);
  useTopOfPage(region, page);

  const onKeyDown = (event: KeyboardEvent) => {
    const isWide = region.current !== null && region.current.scrollWidth > region.current.clientWidth;
    const moved = eventOfKey(event, isWide);
    if (moved === null || !showing) return;
    event.preventDefault();
    if (snapshot.can(moved)) send(moved);
  };

  return (
    <div ref={viewer} className="pdf-viewer" onKeyDown={onKeyDown}>
      <PdfToolbar can={can} send={(type) => send({ type })} counter={counter} zoom={zoom} onDownload={onDownload} />
      {snapshot.matches('loading') && <Loader>Opening the document</Loader>}
      {snapshot.matches('failed') && <Failed fault={fault ?? 'damaged'} onRetry={() => send({ type: 'RETRY' })} />}
      {snapshot.matches({ showing: 'notDrawn' }) && <Message tone="negative">{PAGE_NOT_DRAWN}</Message>}
      <div
        ref={region}
        className="pdf-page"
        role="region"
        aria-label={counter ?? 'Document'}
        tabIndex={0}
        hidden={snapshot.matches('failed')}
        data-state={snapshot.matches({ showing: 'drawn' }) ? 'drawn' : 'busy'}
      >
        <div ref={place} className="pdf-place" hidden={snapshot.matches({ showing: 'notDrawn' })} />
      </div>
      <p className="pdf-hint quiet">{KEYS_HINT}</p>
      <div className="visually-hidden" role="status">
        {snapshot.matches({ showing: 'drawn' }) ? counter : ''}
      </div>
    </div>
  );
}

function Failed({ fault, onRetry }: { readonly fault: PdfFault; readonly onRetry: () => void }) {
  return (
    <div className="pdf-failed">
      <Message tone="negative">{pdfFaultText(fault)}</Message>
      {(fault === 'timedOut' || fault === 'notLoaded') && (
        <Button look="primary" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

/** A new page begins at its top. */
function useTopOfPage(region: RefObject<HTMLElement>, page: number): void {
  useEffect(() => {
    void region.current?.scrollTo({ top: 0 });
  }, [region, page]);
}
