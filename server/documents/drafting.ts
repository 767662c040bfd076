/** Papers are drawn two at a time; a rush waits in line, and beyond that is asked to come back. */
import { ApiError } from '../http/errors';
import type { Paper } from './paper';
import { render } from './render';

const AT_ONCE = 2;
const WAITING_MAX = 40;
const RETRY_AFTER_SECONDS = 2;

export class Drafting {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly draw: (paper: Paper) => Promise<Buffer> = render) {}

  async pdf(paper: Paper): Promise<Buffer> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING_MAX)
        throw new ApiError('service.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await this.draw(paper);
    } finally {
      // The place goes to whoever waits longest.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
