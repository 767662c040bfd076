/**
 * Renders two documents at a time; more wait in a queue, and beyond its limit callers get 'service unavailable'. A
 * document whose reader has gone leaves the queue.
 */
import { ApiError } from '../../base/errors';
import type { PdfDocument } from './document';
import { render } from './render';

const AT_ONCE = 2;
const WAITING_MAX = 40;
const RETRY_AFTER_SECONDS = 2;

export class RenderQueue {
  private running = 0;
  /** Start those who wait, the longest waiting first. */
  private readonly waiting = new Set<() => void>();

  constructor(private readonly renderDocument: (document: PdfDocument) => Promise<Buffer> = render) {}

  /**
   * Waits for a free slot. Throws ApiError (`service.unavailable`) if too many wait already, and the signal's reason if
   * that is aborted first.
   */
  async render(document: PdfDocument, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    if (this.running >= AT_ONCE) await this.turn(signal);
    else this.running += 1;
    try {
      return await this.renderDocument(document);
    } finally {
      this.passOn();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    if (this.waiting.size >= WAITING_MAX)
      throw new ApiError('service.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(start);
        reject(signal.reason as Error);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave);
      this.waiting.add(start);
    });
  }

  /** The slot passes to the longest waiting caller. */
  private passOn(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
