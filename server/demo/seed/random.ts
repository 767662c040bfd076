/** Deterministic random numbers: sfc32, seeded by name. */
import { createHash } from 'node:crypto';

export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  /** Each purpose has its own stream, so that a change in one part leaves the others unchanged. */
  constructor(
    private readonly seed: string,
    purpose = '',
  ) {
    const digest = createHash('sha256').update(`${seed}/${purpose}`).digest();
    this.a = digest.readUInt32LE(0);
    this.b = digest.readUInt32LE(4);
    this.c = digest.readUInt32LE(8);
    this.d = digest.readUInt32LE(12);
  }

  /** An independent sequence of the same seed: what another purpose draws does not shift it. */
  for(purpose: string): Random {
    return new Random(this.seed, purpose);
  }

  private bits(): number {
    const sum = (this.a + this.b + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + sum) | 0;
    return sum >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    return this.bits() / 2 ** 32;
  }

  /** A whole number, both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** In [min, max). */
  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** All with the same probability; there must be at least one. */
  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)] as T;
  }

  /** With a probability in proportion to its weight; at least one must be above 0. */
  weighted<T>(items: readonly T[], weight: (item: T) => number): T {
    let left = this.next() * items.reduce((sum, item) => sum + weight(item), 0);
    for (const item of items) {
      left -= weight(item);
      if (left < 0) return item;
    }
    return items[items.length - 1] as T;
  }

  /** Long-tailed around the median, clamped to plausible values. */
  spread(min: number, median: number, max: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.min(max, Math.max(min, median * Math.exp(normal * 0.5)));
  }

  /** A new array. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.int(0, last);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }

  /** Version 4. */
  uuid(): string {
    for (let at = 0; at < BYTES.length; at += 4) BYTES.writeUInt32BE(this.bits(), at);
    BYTES[VERSION_AT] = (BYTES[VERSION_AT]! & 0x0f) | 0x40;
    BYTES[VARIANT_AT] = (BYTES[VARIANT_AT]! & 0x3f) | 0x80;
    const hex = BYTES.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}

/** Reused for every id, because seeding draws hundreds of thousands of them. */
const BYTES = Buffer.alloc(16);
const VERSION_AT = 6;
const VARIANT_AT = 8;
