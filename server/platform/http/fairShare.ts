/**
 * Limits expensive calls per person: a few run at a time, some more wait in that person's queue, the rest are refused.
 * So one person cannot use up the capacity of all. Kept in memory of this node.
 */
import { ApiError } from '../../base/errors';

const RETRY_AFTER_SECONDS = 2;

interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

export class FairShare {
  private readonly shares = new Map<string, Share>();

  /** For each person, `atOnce` calls run at a time and `inLine` wait. */
  constructor(
    private readonly atOnce: number,
    private readonly inLine: number,
  ) {}

  /**
   * Resolves when it is this person's turn, to a function that ends the turn; calling it again does nothing. Throws
   * ApiError (`too.many.requests`) if too many wait.
   */
  async turn(userId: string): Promise<() => void> {
    const share = this.shares.get(userId) ?? { running: 0, waiting: [] };
    this.shares.set(userId, share);
    if (share.running < this.atOnce) share.running += 1;
    else if (share.waiting.length < this.inLine) await new Promise<void>((resolve) => share.waiting.push(resolve));
    else {
      throw new ApiError('too.many.requests', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        sentence: 'You have sent too many requests at the same time. Please wait a little and try again.',
      });
    }
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.giveBack(userId, share);
    };
  }

  /** Passes the turn to the next in line. */
  private giveBack(userId: string, share: Share): void {
    const next = share.waiting.shift();
    if (next !== undefined) return next();
    share.running -= 1;
    if (share.running === 0) this.shares.delete(userId);
  }
}
