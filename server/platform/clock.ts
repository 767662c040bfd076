/**
 * The clock of the database, which all nodes share. They check times that other nodes have signed or stored, so tokens,
 * codes, challenges, deadlines and reminders use this clock, and a node whose own clock is minutes off works and logs a
 * warning. The viewer's date (`todayOf`) comes from the node's own: there a wrong clock matters around midnight only.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database';

const ASK_EVERY_MS = 60_000;
/** Smaller differences may be the round trip to the database, and do not matter. */
const MIN_APART_MS = 1_000;
const WORTH_A_WARNING_MS = 5_000;

export class SharedClock {
  private readonly stopping = new AbortController();
  private apartMs = 0;
  private hasWarned = false;

  /** `own` is the clock of this machine. */
  constructor(
    private readonly database: Pick<Database, 'queries'>,
    private readonly log: Pick<FastifyBaseLogger, 'warn'>,
    private readonly own: () => number = Date.now,
  ) {}

  /** Milliseconds since 1970. */
  readonly now = (): number => this.own() + this.apartMs;

  /** Queries the database now and every minute. Rejects if it does not answer the first time. */
  async start(): Promise<void> {
    await this.ask();
    void this.keepAsking();
  }

  stop(): void {
    this.stopping.abort();
  }

  private async keepAsking(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await delay(ASK_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      // Keeps the last known difference.
      await this.ask().catch(() => undefined);
    }
  }

  private async ask(): Promise<void> {
    const sentAt = this.own();
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(this.database.queries);
    const apart = (rows[0]?.ms ?? sentAt) - (sentAt + this.own()) / 2;
    this.apartMs = Math.abs(apart) < MIN_APART_MS ? 0 : Math.round(apart);
    const isWrong = Math.abs(apart) > WORTH_A_WARNING_MS;
    if (isWrong && !this.hasWarned) {
      this.log.warn(
        { seconds: Math.round(apart / 1_000) },
        'the clocks of this machine and of the database are apart: synchronize them (NTP); until then the time is that of the database',
      );
    }
    this.hasWarned = isWrong;
  }
}
