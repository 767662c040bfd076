/** States of the PDF viewer: open, turn pages, zoom, rotate. Each view of a document has its own. */
import { assign, setup } from 'xstate';
import { service } from '../service';
import {
  INITIAL_ZOOM,
  MAX_ZOOM,
  ROTATION_STEP,
  ZOOM_STEP,
  type PdfFault,
  type PdfViewerContext,
} from './pdfViewer.types';
import type { OpenedPdf, PdfViewerEvent } from './pdfViewer.types';

/** If the document or a page takes longer than this, the work on it is stopped as a failure. */
const TIMEOUT_MS = 7_500;
/** The least time for the first page, however long the document took to open. */
const MIN_PAGE_TIMEOUT_MS = 1_500;

const START: PdfViewerContext = {
  pages: 0,
  page: 1,
  zoom: INITIAL_ZOOM,
  fit: false,
  drawnZoom: INITIAL_ZOOM,
  rotation: 0,
  round: 0,
  timeoutMs: TIMEOUT_MS,
  hidden: false,
  fault: null,
};

/** What the reader sees, from which zooming goes on. */
const seenZoom = ({ fit, drawnZoom, zoom }: PdfViewerContext) => (fit ? drawnZoom : zoom);

/** The next step above or below, within the limits. */
const zoomed = (context: PdfViewerContext, by: 1 | -1) => {
  const steps = seenZoom(context) / ZOOM_STEP;
  const next = (by === 1 ? Math.floor(steps) : Math.ceil(steps)) + by;
  return Math.min(MAX_ZOOM, Math.max(INITIAL_ZOOM, next * ZOOM_STEP));
};

const rotated = (rotation: number, by: number) => (rotation + by) % 360 || 0;

/** Needs the service `openDocument`, which rejects with PdfRefused. Pages count from 1, times are in milliseconds. */
export const pdfViewerMachine = setup({
  types: { context: {} as PdfViewerContext, events: {} as PdfViewerEvent },
  actors: { openDocument: service<undefined, OpenedPdf>() },
  delays: { timeLimit: ({ context }) => context.timeoutMs },
  guards: {
    notFirst: ({ context }) => context.page > 1,
    notLast: ({ context }) => context.page < context.pages,
    isOther: ({ context }, { page }: { readonly page: number }) =>
      Number.isInteger(page) && page >= 1 && page <= context.pages && page !== context.page,
    canGrow: ({ context }) => seenZoom(context) < MAX_ZOOM,
    canShrink: ({ context }) => seenZoom(context) > INITIAL_ZOOM,
    isSeen: ({ context }) => !context.hidden,
    wasHidden: ({ context }) => context.hidden,
    hasPages: (_, { pages }: { readonly pages: number }) => pages > 0,
  },
  actions: {
    turnTo: assign((_, { page }: { readonly page: number }) => ({ page })),
    zoomBy: assign(({ context }, { by }: { readonly by: 1 | -1 }) => ({ zoom: zoomed(context, by), fit: false })),
    rotateBy: assign(({ context }, { by }: { readonly by: number }) => ({ rotation: rotated(context.rotation, by) })),
    remember: assign((_, { fault }: { readonly fault: PdfFault | null }) => ({ fault })),
  },
}).createMachine({
  id: 'pdfViewer',
  context: START,
  initial: 'loading',
  on: {
    // Browsers draw nothing in a background tab, so that time does not count.
    HIDDEN: { actions: assign({ hidden: true }) },
    SEEN: { actions: assign({ hidden: false }) },
  },
  states: {
    loading: {
      entry: assign(({ context: { hidden, round } }) => ({ ...START, hidden, round })),
      invoke: {
        src: 'openDocument',
        onDone: [
          {
            guard: { type: 'hasPages', params: ({ event }) => event.output },
            target: 'showing',
            actions: assign(({ event: { output } }) => ({ pages: output.pages, timeoutMs: leftAfter(output.tookMs) })),
          },
          { target: 'failed', actions: { type: 'remember', params: { fault: 'empty' } } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'remember', params: ({ event }) => ({ fault: uncaughtError(event.error) }) },
        },
      },
      after: { timeLimit: { target: 'failed', actions: { type: 'remember', params: { fault: 'timedOut' } } } },
    },
    showing: {
      initial: 'drawing',
      on: {
        FIRST: {
          guard: 'notFirst',
          target: '.drawing',
          actions: { type: 'turnTo', params: { page: 1 } },
          reenter: true,
        },
        PREVIOUS: {
          guard: 'notFirst',
          target: '.drawing',
          actions: { type: 'turnTo', params: ({ context }) => ({ page: context.page - 1 }) },
          reenter: true,
        },
        NEXT: {
          guard: 'notLast',
          target: '.drawing',
          actions: { type: 'turnTo', params: ({ context }) => ({ page: context.page + 1 }) },
          reenter: true,
        },
        LAST: {
          guard: 'notLast',
          target: '.drawing',
          actions: { type: 'turnTo', params: ({ context }) => ({ page: context.pages }) },
          reenter: true,
        },
        GO_TO: {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.drawing',
          actions: { type: 'turnTo', params: ({ event }) => event },
          reenter: true,
        },
        FIT_WIDTH: {
          target: '.drawing',
          actions: assign(({ context }) => ({ fit: !context.fit })),
          reenter: true,
        },
        ZOOM_IN: {
          guard: 'canGrow',
          target: '.drawing',
          actions: { type: 'zoomBy', params: { by: 1 } },
          reenter: true,
        },
        ZOOM_OUT: {
          guard: 'canShrink',
          target: '.drawing',
          actions: { type: 'zoomBy', params: { by: -1 } },
          reenter: true,
        },
        ROTATE_LEFT: {
          target: '.drawing',
          actions: { type: 'rotateBy', params: { by: -ROTATION_STEP } },
          reenter: true,
        },
        ROTATE_RIGHT: {
          target: '.drawing',
          actions: { type: 'rotateBy', params: { by: ROTATION_STEP } },
          reenter: true,
        },
        // The width of the window changed.
        REDRAW: { target: '.drawing', reenter: true },
      },
      states: {
        drawing: {
          entry: assign(({ context }) => ({ fault: null, round: context.round + 1 })),
          on: {
            // Restarts the time limit, because a hidden tab draws nothing.
            SEEN: { guard: 'wasHidden', target: 'drawing', actions: assign({ hidden: false }), reenter: true },
            DRAWN: {
              target: 'drawn',
              actions: assign(({ event }) => ({ timeoutMs: TIMEOUT_MS, drawnZoom: event.zoom })),
            },
            NOT_DRAWN: {
              target: 'notDrawn',
              actions: [assign({ timeoutMs: TIMEOUT_MS }), { type: 'remember', params: { fault: 'damaged' } }],
            },
          },
          after: {
            timeLimit: [
              {
                guard: 'isSeen',
                target: '#pdfViewer.failed',
                actions: { type: 'remember', params: { fault: 'timedOut' } },
              },
              { target: 'drawing', reenter: true },
            ],
          },
        },
        drawn: {},
        /** Only this page failed; the others may be fine. */
        notDrawn: {},
      },
    },
    failed: { on: { RETRY: { target: 'loading' } } },
  },
});

/** Opening the document and painting its first page share one time limit. */
const leftAfter = (tookMs: number): number => Math.max(MIN_PAGE_TIMEOUT_MS, TIMEOUT_MS - tookMs);

/** The reason for a rejected opening; anything unknown means the document could not be read. */
function uncaughtError(error: unknown): PdfFault {
  return error instanceof PdfRefused ? error.fault : 'damaged';
}

/** Why a document does not open. */
export class PdfRefused extends Error {
  constructor(readonly fault: PdfFault) {
    super(fault);
    this.name = 'PdfRefused';
  }
}
