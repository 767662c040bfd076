/** Limits refused requests for mail and single sign-on per address, in memory of this node. Passwords: SignInThrottle. */
import { ApiError } from '../../base/errors';

const MAX_ADDRESSES = 50_000;
const MINUTE_MS = 60_000;

/** A bucket of `perMinute` failures that refills evenly. Success costs nothing. */
export class FailureThrottle {
  private readonly buckets = new Map<string, { used: number; at: number }>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Call before the work. Throws ApiError (`too.many.requests`). */
  assertOpen(address: string): void {
    const tooMany = this.used(address) + 1 - this.perMinute;
    if (this.perMinute === 0 || tooMany <= 0) return;
    throw new ApiError('too.many.requests', { retryAfterSeconds: Math.ceil((tooMany / this.perMinute) * 60) });
  }

  /** Call after a failure. */
  countFailure(address: string): void {
    if (this.perMinute === 0) return;
    const used = this.used(address) + 1;
    this.buckets.delete(address);
    this.buckets.set(address, { used, at: this.now() });
    // The map keeps insertion order, so the first one has been idle longest.
    if (this.buckets.size > MAX_ADDRESSES) this.buckets.delete(this.buckets.keys().next().value ?? '');
  }

  private used(address: string): number {
    const bucket = this.buckets.get(address);
    if (bucket === undefined) return 0;
    return Math.max(0, bucket.used - ((this.now() - bucket.at) / MINUTE_MS) * this.perMinute);
  }
}
