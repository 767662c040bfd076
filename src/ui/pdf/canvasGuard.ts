/**
 * Limits the work of painting a page, which happens in slices. Deeper nesting or longer slices than in any reasonable
 * page are refused, because neither the browser nor a timer can interrupt a slice.
 */
import { elapsedMs } from '../../ports/browser';

/** Nested saved states. The PDF specification recommends at most 28 to writers, and restoring 200,000 takes seconds. */
const MAX_DEPTH = 2_000;
/** Milliseconds for one slice, which is 15 ms plus its last operation. */
const MAX_SLICE_MS = 1_500;

class PageRefused extends Error {
  constructor(why: string) {
    super(`The page is more than can be shown: ${why}.`);
    this.name = 'PageRefused';
  }
}

/** When the current slice began; null between slices. */
let begun: number | null = null;
const rest = () => void (begun = null);

function checkTime(): void {
  const now = elapsedMs();
  if (begun === null) {
    begun = now;
    // Runs right after this slice, which nothing can interrupt.
    queueMicrotask(rest);
  } else if (now - begun > MAX_SLICE_MS) {
    // Cleaning up has its own time limit.
    rest();
    throw new PageRefused('one step takes too long');
  }
}

const depths = new WeakMap<CanvasRenderingContext2D, number>();

/** Makes a context throw when painting exceeds the limits. */
export function guard(context: CanvasRenderingContext2D): void {
  depths.set(context, 0);
  const { save, restore } = CanvasRenderingContext2D.prototype;
  context.save = () => {
    const depth = (depths.get(context) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new PageRefused('it nests too deeply');
    checkTime();
    depths.set(context, depth);
    save.call(context);
  };
  context.restore = () => {
    depths.set(context, Math.max(0, (depths.get(context) ?? 0) - 1));
    restore.call(context);
  };
}

interface Held {
  canvas: HTMLCanvasElement | null;
  context: CanvasRenderingContext2D | null;
}

/** Makes pdf.js's temporary canvases (patterns, groups, masks), in the form it expects. */
export class GuardedCanvasFactory {
  /** Throws PageRefused if the page has taken too long. */
  create(width: number, height: number): Held {
    checkTime();
    const canvas = document.createElement('canvas');
    size(canvas, width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context) guard(context);
    return { canvas, context };
  }

  /** Throws PageRefused if the page has taken too long, Error if the canvas was destroyed. */
  reset({ canvas, context }: Held, width: number, height: number): void {
    checkTime();
    if (canvas === null) throw new Error('There is no canvas to size.');
    size(canvas, width, height);
    // Resizing a canvas discards its saved states.
    if (context) depths.set(context, 0);
  }

  /** Frees the canvas's memory immediately. */
  destroy(held: Held): void {
    if (held.canvas) held.canvas.width = held.canvas.height = 0;
    held.canvas = held.context = null;
  }
}

function size(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new Error('A canvas needs a size.');
  canvas.width = width;
  canvas.height = height;
}
