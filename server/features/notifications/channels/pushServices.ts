/**
 * The push services of browsers. One that does not answer would keep every push waiting for its time-out, in the places
 * of pushes to others; so only one push at a time tries it, and the rest fail at once, until it answers any of them.
 */
import { OutsideFetchError, OutsideTimeoutError, type OutsideFetch } from '../../../platform/http/outsideFetch';

/** Bounds the memory: browsers name their services. */
const MAX_SILENT = 1_000;

export class PushServices implements Pick<OutsideFetch, 'postBytes'> {
  /** Origins that left a push unanswered and have answered none since, the earliest first. */
  private readonly silent = new Set<string>();
  /** Those of them that a push is trying now. */
  private readonly tried = new Set<string>();

  constructor(private readonly outside: Pick<OutsideFetch, 'postBytes'>) {}

  /** Throws OutsideFetchError. */
  async postBytes(...push: Parameters<OutsideFetch['postBytes']>): ReturnType<OutsideFetch['postBytes']> {
    const { origin, host } = new URL(push[0]);
    if (!this.silent.has(origin)) return this.post(origin, push);
    if (this.tried.has(origin)) throw new OutsideFetchError(`${host} did not answer earlier pushes`);
    this.tried.add(origin);
    try {
      return await this.post(origin, push);
    } finally {
      this.tried.delete(origin);
    }
  }

  private async post(
    origin: string,
    push: Parameters<OutsideFetch['postBytes']>,
  ): ReturnType<OutsideFetch['postBytes']> {
    try {
      const answer = await this.outside.postBytes(...push);
      this.silent.delete(origin);
      return answer;
    } catch (error) {
      if (error instanceof OutsideTimeoutError) this.remember(origin);
      throw error;
    }
  }

  private remember(origin: string): void {
    this.silent.add(origin);
    const [earliest] = this.silent;
    if (this.silent.size > MAX_SILENT && earliest !== undefined) this.silent.delete(earliest);
  }
}
