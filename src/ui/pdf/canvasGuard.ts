/**
 * What a page may cost the tab it is painted in. Painting happens in slices; one that nests or lasts beyond any honest page
 * is refused, because neither the browser nor a timer can stop it in the middle.
 */
import { elapsedMs } from '../../ports/stopwatch';

/** States saved within each other. Writers are told to need no more than 28, and taking back 200,000 takes seconds. */
const MAX_DEPTH = 2_000;
/** Of one slice, which is 15 ms and what its last step takes. */
const MAX_SLICE_MS = 1_500;

class PageRefused extends Error {
  constructor(why: string) {
    super(`The page is more than can be shown: ${why}.`);
    this.name = 'PageRefused';
  }
}

/** When what runs now began; null in between. */
let begun: number | null = null;
const rest = () => void (begun = null);

function checkTime(): void {
  const now = elapsedMs();
  if (begun === null) {
    begun = now;
    // Comes as soon as this slice is over, which nothing can interrupt.
    queueMicrotask(rest);
  } else if (now - begun > MAX_SLICE_MS) {
    // Clearing up afterwards has time of its own.
    rest();
    throw new PageRefused('one step takes too long');
  }
}

const depths = new WeakMap<CanvasRenderingContext2D, number>();

/** Makes a context refuse what is beyond the limits, by throwing in the middle of the painting. */
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

/** Makes the canvases that pdf.js works on beside the page (patterns, groups, masks), in the shape it asks for. */
export class GuardedCanvasFactory {
  create(width: number, height: number): Held {
    checkTime();
    const canvas = document.createElement('canvas');
    size(canvas, width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context) guard(context);
    return { canvas, context };
  }

  reset({ canvas, context }: Held, width: number, height: number): void {
    checkTime();
    if (canvas === null) throw new Error('There is no canvas to size.');
    size(canvas, width, height);
    // It has forgotten what it saved.
    if (context) depths.set(context, 0);
  }

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
