import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { PdfFault, PlainPdfEvent } from '../../../machines/pdfViewer/pdfViewer.types';
import { NO_TEXT, PAGE_NOT_DRAWN, pdfFaultText } from '../../../sagas/features/documents/documents.texts';
import { Button } from '../Button';
import { Loader } from '../Loader';
import { Message } from '../Message';
import '../theme/pdf.css';
import { useKeys } from '../useKeys';
import { eventOfKey, KEYS_HINT, PDF_KEYS, SCROLL_KEYS } from './keys';
import { PdfLinkDialog } from './PdfLinkDialog';
import { targetOf } from './pageExtras';
import { PdfPassword } from './PdfPassword';
import { PdfToolbar } from './PdfToolbar';
import { useFocusOnDisable } from './useFocusOnDisable';
import { usePdfMachine } from './usePdfMachine';
import { usePdfPrint } from './usePdfPrint';
import { usePdfSheet } from './usePdfSheet';
import { useSearchHighlights, usePdfSearch, useHasNoText } from './usePdfText';
import { useWidth } from './useWidth';

export { dropSpareWorker, prepareWorker } from './worker';

export interface PdfViewerProps {
  /** For another document, give it another `key`. */
  readonly data: Blob;
  readonly onDownload: () => void;
  /** Part of a page with its own heading: the keys work, but the focus is not moved. */
  readonly inPage?: boolean;
}

/** Shows a PDF page by page. `data` holds its bytes. */
export function PdfViewer({ data, onDownload, inPage = false }: PdfViewerProps) {
  const viewer = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { pdf, snapshot, send, unlock } = usePdfMachine(data);
  const [followedUrl, setFollowedUrl] = useState<string | null>(null);
  const { page, pages, zoom, fit, rotation, round, fault } = snapshot.context;
  const width = useWidth(region, () => send({ type: 'REDRAW' }));
  const density = window.devicePixelRatio || 1;
  const look = useMemo(
    () => (width > 0 ? { page, zoom, fit, rotation, width, density } : null),
    [page, zoom, fit, rotation, width, density],
  );
  usePdfSheet({
    place,
    pdf,
    look,
    round,
    onDrawn: (drawnZoom) => send({ type: 'DRAWN', zoom: drawnZoom }),
    onNotDrawn: () => send({ type: 'NOT_DRAWN' }),
  });

  const showing = snapshot.matches('showing');
  const counter = showing ? `Page ${page} of ${pages}` : null;
  const can = (type: PlainPdfEvent['type']) => showing && snapshot.can({ type });
  const goTo = (to: number) => send({ type: 'GO_TO', page: to });
  const search = usePdfSearch(pdf, page, goTo);
  const printing = usePdfPrint(pdf, rotation);
  const isPicture = useHasNoText(pdf, page);
  useSearchHighlights(place, search.found === null ? '' : search.words);
  useFocusAtOnce(region, showing && !inPage);
  useFocusOnDisable(viewer, region);
  useTopOfPage(region, page);

  /** Whether the key did something. */
  const press = (event: Parameters<typeof eventOfKey>[0]): boolean => {
    const isWide = region.current !== null && region.current.scrollWidth > region.current.clientWidth;
    const moved = eventOfKey(event, isWide);
    if (moved === null || !showing) return false;
    if (snapshot.can(moved)) send(moved);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement) && press(event)) event.preventDefault();
  };
  useKeysOfPage(viewer, inPage, press);

  const onLink = ({ target }: MouseEvent) => {
    const link = pdf && targetOf(target);
    if (!link) return;
    if ('url' in link) setFollowedUrl(link.url);
    else void link.page(pdf.document).then((to) => to !== null && goTo(to));
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
        isPrinting={printing.busy}
        onPrint={printing.print}
        onDownload={onDownload}
      />
      {snapshot.matches('failed') && (
        <Failed
          fault={fault ?? 'damaged'}
          inPage={inPage}
          onRetry={() => send({ type: 'RETRY' })}
          onPassword={unlock}
        />
      )}
      {snapshot.matches({ showing: 'notDrawn' }) && <Message tone="negative">{PAGE_NOT_DRAWN}</Message>}
      {printing.problem !== null && (
        <Message tone="warning" key={printing.count}>
          {printing.problem}
        </Message>
      )}
      <div
        ref={region}
        className="pdf-page"
        role="region"
        aria-label={counter ?? 'Document'}
        tabIndex={0}
        hidden={snapshot.matches('failed')}
        data-state={snapshot.matches({ showing: 'drawn' }) ? 'drawn' : 'busy'}
      >
        {snapshot.matches('loading') && <Loader>Opening the document</Loader>}
        <div ref={place} className="pdf-place" onClick={onLink} hidden={snapshot.matches({ showing: 'notDrawn' })} />
      </div>
      {showing && isPicture && <p className="pdf-hint">{NO_TEXT}</p>}
      <p className="pdf-hint quiet">{KEYS_HINT}</p>
      <div className="visually-hidden" role="status">
        {printing.busy ? 'Preparing the pages for printing' : snapshot.matches({ showing: 'drawn' }) ? counter : ''}
      </div>
      {followedUrl !== null && <PdfLinkDialog url={followedUrl} onClose={() => setFollowedUrl(null)} />}
    </div>
  );
}

interface FailedProps {
  readonly fault: PdfFault;
  readonly inPage: boolean;
  readonly onRetry: () => void;
  readonly onPassword: (password: string) => void;
}

function Failed({ fault, inPage, onRetry, onPassword }: FailedProps) {
  return (
    <div className="pdf-failed">
      <Message tone={fault === 'encrypted' ? 'info' : 'negative'}>{pdfFaultText(fault)}</Message>
      {(fault === 'encrypted' || fault === 'wrongPassword') && (
        <PdfPassword atOnce={!inPage || fault === 'wrongPassword'} onPassword={onPassword} />
      )}
      {(fault === 'timedOut' || fault === 'notLoaded') && (
        <Button variant="primary" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

/**
 * In its own window it takes the focus once a page is shown, so that its keys work, unless the user is typing
 * elsewhere.
 */
function useFocusAtOnce(region: RefObject<HTMLElement>, wanted: boolean): void {
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;
    if (wanted && !isTyping) region.current?.focus({ preventScroll: true });
  }, [region, wanted]);
}

/** Keys from anywhere in the page, but not from a menu over it; a page longer than the window keeps its scroll keys. */
function useKeysOfPage(
  viewer: RefObject<HTMLElement>,
  inPage: boolean,
  press: (event: Parameters<typeof eventOfKey>[0]) => boolean,
): void {
  const onKey = (event: globalThis.KeyboardEvent): boolean => {
    const { activeElement: at, body, documentElement } = document;
    const isHere = at === null || at === body || document.getElementById('page')?.contains(at) === true;
    // Keys pressed inside the viewer are handled there.
    if (!inPage || !isHere || viewer.current?.contains(at) === true) return false;
    if (SCROLL_KEYS.includes(event.key) && documentElement.scrollHeight > documentElement.clientHeight) return false;
    return press(event);
  };
  useKeys(Object.fromEntries(PDF_KEYS.map((key) => [key, onKey])), PDF_KEYS);
}

/** A new page begins at its top. */
function useTopOfPage(region: RefObject<HTMLElement>, page: number): void {
  useEffect(() => {
    void region.current?.scrollTo({ top: 0 });
  }, [region, page]);
}
