import { useState } from 'react';
import type { PlainPdfEvent } from '../../../machines/pdfViewer/pdfViewer.types';
import { PdfIcon, type PdfIconName } from './icons';
import type { usePdfSearch } from './usePdfText';

interface PdfToolbarProps {
  /** Whether the viewer accepts this event now. */
  readonly can: (type: PlainPdfEvent['type']) => boolean;
  readonly send: (type: PlainPdfEvent['type']) => void;
  /** Null while there is no page to count. */
  readonly place: { readonly page: number; readonly pages: number } | null;
  readonly zoom: number;
  readonly fit: boolean;
  readonly onGoTo: (page: number) => void;
  readonly search: ReturnType<typeof usePdfSearch>;
  readonly isPrinting: boolean;
  readonly onPrint: () => void;
  readonly onDownload: () => void;
}

type Tool = readonly [PlainPdfEvent['type'], label: string, PdfIconName];

const BACK: readonly Tool[] = [
  ['FIRST', 'First page', 'first'],
  ['PREVIOUS', 'Previous page', 'previous'],
];
const ON: readonly Tool[] = [
  ['NEXT', 'Next page', 'next'],
  ['LAST', 'Last page', 'last'],
];
const TURNS: readonly Tool[] = [
  ['ROTATE_LEFT', 'Rotate left', 'rotateLeft'],
  ['ROTATE_RIGHT', 'Rotate right', 'rotateRight'],
];

/** Turns, zooms, rotates and downloads. `can` says which events the viewer accepts now. */
export function PdfToolbar(props: PdfToolbarProps) {
  const { can, send, place, zoom, fit, onGoTo, search, isPrinting, onPrint, onDownload } = props;
  const tools = (list: readonly Tool[]) =>
    list.map(([type, label, icon]) => (
      <PdfTool key={type} label={label} icon={icon} disabled={!can(type)} onClick={() => send(type)} />
    ));
  return (
    <div className="pdf-toolbar" role="toolbar" aria-label="Document">
      <div className="pdf-tools">
        {tools(BACK)}
        <span className="pdf-counter">
          {place === null ? '–' : <PageField key={place.page} {...place} onGoTo={onGoTo} />}
        </span>
        {tools(ON)}
      </div>
      <div className="pdf-tools">
        {tools([['ZOOM_OUT', 'Zoom out', 'zoomOut']])}
        <span className="pdf-zoom">{fit ? 'Width' : `${Math.round(zoom * 100)}%`}</span>
        {tools([['ZOOM_IN', 'Zoom in', 'zoomIn']])}
        <PdfTool
          label="Fit width"
          icon="fit"
          disabled={!can('FIT_WIDTH')}
          pressed={fit}
          onClick={() => send('FIT_WIDTH')}
        />
      </div>
      <div className="pdf-tools">{tools(TURNS)}</div>
      <SearchField search={search} isOpen={place !== null} />
      <div className="pdf-tools">
        <PdfTool label="Print" icon="print" disabled={place === null} busy={isPrinting} onClick={onPrint} />
        <PdfTool label="Download" icon="download" disabled={false} onClick={onDownload} />
      </div>
    </div>
  );
}

interface PdfToolProps {
  readonly label: string;
  readonly icon: PdfIconName;
  readonly disabled: boolean;
  /** For a tool that stays on. */
  readonly pressed?: boolean;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

interface PageFieldProps {
  readonly page: number;
  readonly pages: number;
  readonly onGoTo: (page: number) => void;
}

/** The number of the page, to be typed over. */
function PageField({ page, pages, onGoTo }: PageFieldProps) {
  const [text, setText] = useState(String(page));
  const wanted = /^[1-9]\d{0,5}$/.test(text) && Number(text) <= pages ? Number(text) : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== null) onGoTo(wanted);
      }}
    >
      Page{' '}
      <input
        type="text"
        inputMode="numeric"
        aria-label={`Page, 1 to ${pages}`}
        aria-invalid={wanted === null}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => (wanted === null ? setText(String(page)) : onGoTo(wanted))}
      />
      {` of ${pages}`}
    </form>
  );
}

/** Finds words on all pages; each Enter goes to the next page that has them. */
function SearchField({ search, isOpen }: { readonly search: PdfToolbarProps['search']; readonly isOpen: boolean }) {
  const { words, found, find, type } = search;
  const texts = { searching: 'Searching…', nowhere: 'Not found' };
  return (
    <form
      role="search"
      className="pdf-search"
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <input
        type="search"
        placeholder="Find in the document"
        aria-label="Find in the document"
        disabled={!isOpen}
        value={words}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') type('');
        }}
      />
      <span role="status">{typeof found === 'number' ? `Page ${found}` : found === null ? '' : texts[found]}</span>
    </form>
  );
}

function PdfTool({ label, icon, disabled, pressed, busy = false, onClick }: PdfToolProps) {
  return (
    <button
      type="button"
      className="pdf-tool"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <PdfIcon name={icon} />
    </button>
  );
}
