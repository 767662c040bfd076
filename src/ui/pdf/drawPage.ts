/**
 * Draws one page: sharp on any screen, never larger than browsers allow, with its text on top for selection and screen
 * readers.
 */
import { TextLayer, type PDFDocumentProxy, type PDFPageProxy, type PageViewport } from 'pdfjs-dist';
import { guard } from './canvasGuard';
import { addExtras } from './pageExtras';

export interface PageAppearance {
  /** From 1. */
  readonly page: number;
  /** A factor: 1 is the width of the window, or the paper size if the window is wider. */
  readonly zoom: number;
  /** As wide as the window, whatever the zoom. */
  readonly fit: boolean;
  /** Degrees, in addition to the document's own rotation. */
  readonly rotation: number;
  /** Available CSS pixels. */
  readonly width: number;
  /** Pixels of the canvas per CSS pixel, at most. */
  readonly density: number;
}

export interface DrawnPage {
  readonly look: PageAppearance;
  /** The zoom it has, also if that follows from its width. */
  readonly zoom: number;
  readonly element: HTMLElement;
  /** Resolves once its links and form values are over it; never, if the document is closed before. */
  readonly extras: Promise<void>;
}

/** CSS pixels per point at paper size. */
const PAPER_SCALE = 96 / 72;
const CANVAS_MAX_PIXELS = 16 * 1024 * 1024;
const CANVAS_MAX_SIDE = 8_192;
/** Limits extremely long pages. */
const MAX_CSS_SIDE = 16_384;
/** The same options as pdf.js uses, so that it gets this context. */
const CONTEXT: CanvasRenderingContext2DSettings = { alpha: false, willReadFrequently: true };

/**
 * Resolves once the page is painted; its text follows. Null if the signal was aborted; rejects if the page is damaged.
 */
export async function drawPage(
  pdf: PDFDocumentProxy,
  look: PageAppearance,
  signal: AbortSignal,
): Promise<DrawnPage | null> {
  const page = await pdf.getPage(look.page);
  if (signal.aborted) return null;
  const { viewport, zoom } = viewportOf(page, look);
  const element = frameOf(viewport);
  const canvas = element.appendChild(canvasOf(viewport, look.density));
  const context = canvas.getContext('2d', CONTEXT);
  if (context) guard(context);
  const scale = canvas.width / viewport.width;
  const task = page.render({ canvas, viewport, transform: [scale, 0, 0, scale, 0, 0], background: '#fff' });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await task.promise;
  } catch (error) {
    release(element);
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  // Cleans up after the text layer, even if the rest fails: a document that was closed in the meantime never answers.
  void addText(page, viewport, element, signal).finally(() => page.cleanup());
  return { look, zoom, element, extras: addExtras(page, viewport, element) };
}

/** Releases the memory of the canvas immediately; browsers take longer by themselves. */
export function release(element: Element): void {
  for (const canvas of element.querySelectorAll('canvas')) canvas.width = canvas.height = 0;
  element.remove();
}

/** Whether a page drawn for one can be shown for the other. */
export const isSameAppearance = (one: PageAppearance, other: PageAppearance): boolean =>
  one.page === other.page &&
  one.zoom === other.zoom &&
  one.fit === other.fit &&
  one.rotation === other.rotation &&
  one.width === other.width &&
  one.density === other.density;

interface View {
  readonly viewport: PageViewport;
  readonly zoom: number;
}

function viewportOf(page: PDFPageProxy, { zoom, fit, rotation, width }: PageAppearance): View {
  const turn = (page.rotate + rotation + 360) % 360;
  const plain = page.getViewport({ scale: 1, rotation: turn });
  if (!(plain.width > 0 && plain.height > 0)) throw new Error('The page has no size.');
  const initial = Math.min(PAPER_SCALE, width / plain.width);
  const wanted = fit ? width / plain.width : initial * zoom;
  const scale = Math.min(wanted, MAX_CSS_SIDE / plain.width, MAX_CSS_SIDE / plain.height);
  return { viewport: page.getViewport({ scale, rotation: turn }), zoom: scale / initial };
}

function frameOf({ width, height, scale }: PageViewport): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'pdf-sheet';
  frame.style.width = `${Math.max(1, Math.floor(width))}px`;
  frame.style.height = `${Math.max(1, Math.floor(height))}px`;
  frame.style.setProperty('--total-scale-factor', String(scale));
  frame.style.setProperty('--page-ratio', String(width / height));
  return frame;
}

function canvasOf({ width, height }: PageViewport, density: number): HTMLCanvasElement {
  const scale = Math.min(
    density,
    Math.sqrt(CANVAS_MAX_PIXELS / (width * height)),
    CANVAS_MAX_SIDE / width,
    CANVAS_MAX_SIDE / height,
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  // The text layer describes its content.
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** pdf.js appends canvases for measuring text to the page: hide them from assistive technology. */
function hideMeasures(): void {
  for (const canvas of document.querySelectorAll('body > canvas.hiddenCanvasElement'))
    canvas.setAttribute('hidden', '');
}

/** In document order, which is the reading order. */
async function addText(
  page: PDFPageProxy,
  viewport: PageViewport,
  element: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const container = document.createElement('div');
  container.className = 'pdf-text';
  element.append(container);
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
  const stop = () => layer.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await layer.render();
    hideMeasures();
  } catch {
    // A page whose text cannot be read is still shown.
    if (!signal.aborted) container.replaceChildren();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
