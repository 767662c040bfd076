/**
 * Limits refused requests for mail and single sign-on per source. They are counted in the database, for all nodes
 * together; each node decides by the count at its last refusal. For passwords see SignInThrottle.
 */
import { sql } from 'kysely';
import { ApiError } from '../../base/errors';
import { networkOf } from '../../base/ipAddresses';
import type { Keys } from '../../base/keys';
import type { Database } from '../../database';

const MAX_SOURCES = 50_000;
const MINUTE_MS = 60_000;

/** A bucket of `perMinute` failures that refills evenly. Success costs nothing. */
export class FailureThrottle {
  private readonly buckets = new Map<string, { used: number; at: number }>();

  /** `name` separates its buckets from those of others. 0 `perMinute`: unlimited. */
  constructor(
    private readonly database: Pick<Database, 'queries'>,
    private readonly keys: Pick<Keys, 'mac'>,
    private readonly name: string,
    private readonly perMinute: number,
  ) {}

  /** Call before the work. Throws ApiError (`too.many.requests`). */
  assertOpen(address: string): void {
    const tooMany = this.used(networkOf(address)) + 1 - this.perMinute;
    if (this.perMinute === 0 || tooMany <= 0) return;
    throw new ApiError('too.many.requests', { retryAfterSeconds: Math.ceil((tooMany / this.perMinute) * 60) });
  }

  /**
   * Call after a failure. Counts on this node immediately, so that parallel requests do not slip through, then for all
   * nodes.
   */
  async countFailure(address: string): Promise<void> {
    if (this.perMinute === 0) return;
    const source = networkOf(address);
    this.set(source, this.used(source) + 1);
    const key = this.keys.mac('sign-in-tries', `${this.name}\0${source}`);
    const { rows } = await sql<{ used: number }>`
      select access_count_failure(${key}, ${this.perMinute / 60}::float8) as used`.execute(this.database.queries);
    this.set(source, Math.max(this.used(source), rows[0]?.used ?? 0));
  }

  private set(source: string, used: number): void {
    this.buckets.delete(source);
    this.buckets.set(source, { used, at: performance.now() });
    // The map keeps insertion order, so the first one has been idle longest.
    if (this.buckets.size > MAX_SOURCES) this.buckets.delete(this.buckets.keys().next().value ?? '');
  }

  private used(source: string): number {
    const bucket = this.buckets.get(source);
    if (bucket === undefined) return 0;
    return Math.max(0, bucket.used - ((performance.now() - bucket.at) / MINUTE_MS) * this.perMinute);
  }
}
