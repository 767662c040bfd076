/** 1 is the width of the window, or the paper size if the window is wider. */
export const INITIAL_ZOOM = 1;
/** Added to the zoom factor, or subtracted from it, at each step. */
export const ZOOM_STEP = 0.25;
export const MAX_ZOOM = 4;
/** Degrees. */
export const ROTATION_STEP = 90;

/** `encrypted`: it needs a password; `notLoaded`: the viewer's code could not be loaded. */
export type PdfFault = 'damaged' | 'encrypted' | 'wrongPassword' | 'empty' | 'timedOut' | 'notLoaded';

export interface OpenedPdf {
  /** 0 means a damaged document: there is nothing to show. */
  readonly pages: number;
  /** How long opening took, in milliseconds. */
  readonly tookMs: number;
}

export interface PdfViewerContext {
  /** 0 until the document is open. */
  readonly pages: number;
  /** From 1. */
  readonly page: number;
  /** A factor, from `INITIAL_ZOOM` to `MAX_ZOOM`. */
  readonly zoom: number;
  /** The page is as wide as its window, whatever the zoom. */
  readonly fit: boolean;
  /** The zoom at which the page on screen was drawn, which a fitted width determines. */
  readonly drawnZoom: number;
  /** Degrees clockwise, negative to the left: -270 to 270. */
  readonly rotation: number;
  /** Counts requests to draw a page; each is answered once. */
  readonly round: number;
  /** Time limit for a page, or for opening the document, in milliseconds. */
  readonly timeoutMs: number;
  /** The tab is in the background. */
  readonly hidden: boolean;
  readonly fault: PdfFault | null;
}

export type PdfViewerEvent =
  | { readonly type: 'FIRST' | 'PREVIOUS' | 'NEXT' | 'LAST' }
  | { readonly type: 'GO_TO'; readonly page: number }
  | { readonly type: 'ZOOM_IN' | 'ZOOM_OUT' | 'FIT_WIDTH' }
  | { readonly type: 'ROTATE_LEFT' | 'ROTATE_RIGHT' }
  | { readonly type: 'DRAWN'; readonly zoom: number }
  | { readonly type: 'NOT_DRAWN' | 'REDRAW' }
  | { readonly type: 'HIDDEN' | 'SEEN' }
  | { readonly type: 'RETRY' };

/** Events without data. */
export type PlainPdfEvent = Exclude<PdfViewerEvent, { readonly type: 'GO_TO' | 'DRAWN' }>;
