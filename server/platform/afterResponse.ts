/**
 * Work that continues after the response, so that neither its duration nor its load reveals to the caller what was
 * found. It starts after a random pause; otherwise the timing of the next request would reveal it.
 */
import type { FastifyBaseLogger } from 'fastify';
import { BusyError } from '../base/errors';

const PAUSE_MS = { least: 100, most: 1_000 };
const MAX_WAITING = 1_000;

export class AfterResponse {
  private readonly waiting = new Map<() => Promise<unknown>, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly log: FastifyBaseLogger) {}

  /** `what` names the work in the log if it fails. Throws BusyError if too much is waiting. */
  later(what: string, work: () => Promise<unknown>): void {
    if (this.waiting.size >= MAX_WAITING) throw new BusyError('Too much work waits already.');
    const logged = (): Promise<unknown> =>
      work().catch((error: unknown) => this.log.error({ err: error, what }, 'background work after a response failed'));
    const pause = PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least);
    const timer = setTimeout(() => this.start(logged), pause);
    timer.unref();
    this.waiting.set(logged, timer);
  }

  /** Starts all waiting work at the same time, and waits for its end. */
  async finish(): Promise<void> {
    for (const [work, timer] of this.waiting) {
      clearTimeout(timer);
      this.start(work);
    }
    await Promise.all(this.running);
  }

  private start(work: () => Promise<unknown>): void {
    this.waiting.delete(work);
    const done = work().then(() => void this.running.delete(done));
    this.running.add(done);
  }
}
