/** Renders two documents at a time; more wait in a queue, and beyond its limit callers get 'service unavailable'. */
import { ApiError } from '../../base/errors';
import type { PdfDocument } from './document';
import { render } from './render';

const AT_ONCE = 2;
const WAITING_MAX = 40;
const RETRY_AFTER_SECONDS = 2;

export class RenderQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly renderDocument: (document: PdfDocument) => Promise<Buffer> = render) {}

  /** Waits for a free slot. Throws ApiError (`service.unavailable`) if too many wait already. */
  async render(document: PdfDocument): Promise<Buffer> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING_MAX)
        throw new ApiError('service.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await this.renderDocument(document);
    } finally {
      // The slot passes to the longest waiting caller.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
