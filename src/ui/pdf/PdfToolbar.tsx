import type { PdfViewerEvent } from '../../../sagas/features/documents/pdfViewer';
import { PdfIcon, type PdfIconName } from './icons';

interface PdfToolbarProps {
  /** Whether the viewer accepts this event now. */
  readonly can: (type: PdfViewerEvent['type']) => boolean;
  readonly send: (type: PdfViewerEvent['type']) => void;
  /** Null while there is no page to count. */
  readonly counter: string | null;
  readonly zoom: number;
  readonly onDownload: () => void;
}

type Tool = readonly [PdfViewerEvent['type'], label: string, PdfIconName];

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
export function PdfToolbar({ can, send, counter, zoom, onDownload }: PdfToolbarProps) {
  const tools = (list: readonly Tool[]) =>
    list.map(([type, label, icon]) => (
      <PdfTool key={type} label={label} icon={icon} disabled={!can(type)} onClick={() => send(type)} />
    ));
  return (
    <div className="pdf-toolbar" role="toolbar" aria-label="Document">
      <div className="pdf-tools">
        {tools(BACK)}
        <span className="pdf-counter">{counter ?? '–'}</span>
        {tools(ON)}
      </div>
      <div className="pdf-tools">
        {tools([['ZOOM_OUT', 'Zoom out', 'zoomOut']])}
        <span className="pdf-zoom">{Math.round(zoom * 100)} %</span>
        {tools([['ZOOM_IN', 'Zoom in', 'zoomIn']])}
      </div>
      <div className="pdf-tools">{tools(TURNS)}</div>
      <div className="pdf-tools">
        <PdfTool label="Download" icon="download" disabled={false} onClick={onDownload} />
      </div>
    </div>
  );
}

interface PdfToolProps {
  readonly label: string;
  readonly icon: PdfIconName;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function PdfTool({ label, icon, disabled, onClick }: PdfToolProps) {
  return (
    <button type="button" className="pdf-tool" title={label} aria-label={label} disabled={disabled} onClick={onClick}>
      <PdfIcon name={icon} />
    </button>
  );
}
