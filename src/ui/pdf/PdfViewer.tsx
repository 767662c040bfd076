import { useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { PdfFault, PdfViewerEvent } from '../../../sagas/features/documents/pdfViewer';
import { NO_TEXT, PAGE_NOT_DRAWN, pdfFaultText } from '../../../sagas/features/documents/documents.texts';
import { Button } from '../Button';
import { Loader } from '../Loader';
import { Message } from '../Message';
import '../theme/pdf.css';
import { eventOfKey, KEYS_HINT } from './keys';
import { PdfToolbar } from './PdfToolbar';
import { useFocusKept } from './useFocusKept';
import { printPdf } from './printPdf';
import { usePdfMachine } from './usePdfMachine';
import { usePdfSheet } from './usePdfSheet';
import { useMarks, usePdfSearch, useWithoutText } from './usePdfText';
import { useWidth } from './useWidth';

export { dropSpareWorker, prepareWorker } from './worker';

/** Those that say nothing but their type. */
type PlainEvent = Exclude<PdfViewerEvent, { readonly type: 'GO_TO' }>;

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
  const { page, pages, zoom, fit, rotation, round, fault } = snapshot.context;
  const width = useWidth(region, () => send({ type: 'REDRAW' }));
  const look = useMemo(
    () => (width > 0 ? { page, zoom, fit, rotation, width } : null),
    [page, zoom, fit, rotation, width],
  );
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
  const can = (type: PlainEvent['type']) => showing && snapshot.can({ type });
  const goTo = (to: number) => send({ type: 'GO_TO', page: to });
  const search = usePdfSearch(pdf, page, goTo);
  const isPicture = useWithoutText(pdf, page);
  useMarks(place, search.found === null ? '' : search.words);
  useKeysAtOnce(region, showing);
  useFocusKept(viewer, region);
  useTopOfPage(region, page);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const isWide = region.current !== null && region.current.scrollWidth > region.current.clientWidth;
    const moved = eventOfKey(event, isWide);
    if (moved === null || !showing) return;
    event.preventDefault();
    if (snapshot.can(moved)) send(moved);
  };

  return (
    <div ref={viewer} className="pdf-viewer" onKeyDown={onKeyDown}>
      <PdfToolbar
        can={can}
        send={(type) => send({ type })}
        place={showing ? { page, pages } : null}
        zoom={zoom}
        fit={fit}
        onGoTo={goTo}
        search={search}
        onPrint={() => pdf && void printPdf(pdf.document, rotation)}
        onDownload={onDownload}
      />
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
      {showing && isPicture && <p className="pdf-hint">{NO_TEXT}</p>}
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

/** Its keys work as soon as there is a page, unless somebody is typing elsewhere. */
function useKeysAtOnce(region: RefObject<HTMLElement>, showing: boolean): void {
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;
    if (showing && !isTyping) region.current?.focus({ preventScroll: true });
  }, [region, showing]);
}

/** A new page begins at its top. */
function useTopOfPage(region: RefObject<HTMLElement>, page: number): void {
  useEffect(() => {
    void region.current?.scrollTo({ top: 0 });
  }, [region, page]);
}
