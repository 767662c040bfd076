/** Draws one page: sharp on any screen, never larger than a browser can hold, with its text over it to select and hear. */
import { TextLayer, type PDFDocumentProxy, type PDFPageProxy, type PageViewport } from 'pdfjs-dist';
import { guard } from './canvasGuard';

export interface PageLook {
  readonly page: number;
  readonly zoom: number;
  /** Degrees, beside what the document itself says. */
  readonly rotation: number;
  /** CSS pixels there are. */
  readonly width: number;
}

export interface DrawnPage {
  readonly look: PageLook;
  readonly element: HTMLElement;
}

/** CSS pixels of a point at its size on paper. */
const PAPER_SCALE = 96 / 72;
const CANVAS_MAX_PIXELS = 16 * 1024 * 1024;
const CANVAS_MAX_SIDE = 8_192;
/** A page thousands of times as long as it is wide is not scrolled through to its end. */
const MAX_CSS_SIDE = 16_384;
/** As pdf.js asks for it, so that it is given this very context. */
const CONTEXT: CanvasRenderingContext2DSettings = { alpha: false, willReadFrequently: true };

/**
 * Resolves once the page is painted; its text follows in a moment. Null where the signal was aborted meanwhile, rejects
 * where the page is damaged.
 */
export async function drawPage(pdf: PDFDocumentProxy, look: PageLook, signal: AbortSignal): Promise<DrawnPage | null> {
  const page = await pdf.getPage(look.page);
  if (signal.aborted) return null;
  const viewport = viewportOf(page, look);
  const element = frameOf(viewport);
  const canvas = element.appendChild(canvasOf(viewport));
  const context = canvas.getContext('2d', CONTEXT);
  if (context) guard(context);
  const scale = canvas.width / viewport.width;
  const task = page.render({ canvas, viewport, transform: [scale, 0, 0, scale, 0, 0], background: '#fff' });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await task.promise;
  } catch (error) {
    forget(element);
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  void addText(page, viewport, element, signal).finally(() => page.cleanup());
  return { look, element };
}

/** Gives the memory of the canvas back at once; browsers take their time otherwise. */
export function forget(element: Element): void {
  for (const canvas of element.querySelectorAll('canvas')) canvas.width = canvas.height = 0;
  element.remove();
}

export const sameLook = (one: PageLook, other: PageLook): boolean =>
  one.page === other.page && one.zoom === other.zoom && one.rotation === other.rotation && one.width === other.width;

function viewportOf(page: PDFPageProxy, { zoom, rotation, width }: PageLook): PageViewport {
  const turn = (page.rotate + rotation + 360) % 360;
  const plain = page.getViewport({ scale: 1, rotation: turn });
  if (!(plain.width > 0 && plain.height > 0)) throw new Error('The page has no size.');
  const wanted = Math.min(PAPER_SCALE, width / plain.width) * zoom;
  return page.getViewport({
    scale: Math.min(wanted, MAX_CSS_SIDE / plain.width, MAX_CSS_SIDE / plain.height),
    rotation: turn,
  });
}

function frameOf({ width, height, scale }: PageViewport): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'pdf-sheet';
  frame.style.width = `${Math.max(1, Math.floor(width))}px`;
  frame.style.height = `${Math.max(1, Math.floor(height))}px`;
  frame.style.setProperty('--total-scale-factor', String(scale));
  return frame;
}

function canvasOf({ width, height }: PageViewport): HTMLCanvasElement {
  const scale = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(CANVAS_MAX_PIXELS / (width * height)),
    CANVAS_MAX_SIDE / width,
    CANVAS_MAX_SIDE / height,
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  // What is on it is said by the text over it.
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** pdf.js measures letters on canvases that it leaves at the end of the page: outside of any landmark, and nothing to see. */
function hideMeasures(): void {
  for (const canvas of document.querySelectorAll('body > canvas.hiddenCanvasElement'))
    canvas.setAttribute('hidden', '');
}

/** In the order of the document, which is the order of reading. Links are words like the others. */
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
    // A page whose text cannot be read is shown all the same.
    if (!signal.aborted) container.replaceChildren();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
