/**
 * Reads from a streaming replica. Each read first checks that the replica has replayed the caller's last write, on
 * whichever node that was made; otherwise, and whenever the replica fails, the same work runs on the primary. A replica
 * that is dead, hangs, has been promoted or is several seconds behind is left out, and checked until it is back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { DatabaseStartError, isUnavailable, sqlState } from './errors';
import { openPool, type DatabaseLog } from './pool';
import type { Queries } from './schema';
import { enterScopeFrom, readOnly, withScope, type Scope } from './scope';
import { reasonOf } from '../base/errors';

const POLL_MS = 1_000;
const CONNECT_WITHIN_MS = 2_000;
/** A replica that needs longer to report its position hangs. */
const ANSWER_WITHIN_MS = 1_000;
/** The longest delay with which others' writes are seen; the caller's own writes are never missing. */
const MAX_BEHIND_MS = 3_000;
/** The code of a query that reached its time limit. */
const TOO_LONG = '57014';

interface Serving {
  readonly queries: Queries;
  /** Rejects when the replica is skipped, so that no call waits for one that hangs. */
  readonly lost: Promise<never>;
  readonly lose: (error: Error) => void;
}

/** The primary's position in the log, and when it was there. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

export interface ReplicaOptions {
  /** As the app role. */
  readonly connection: ClientConfig;
  readonly primary: Queries;
  readonly log: DatabaseLog;
  /** Multiplies how long reads may take, not how long a hanging replica is waited for. */
  readonly timeoutFactor: number;
}

export class Replica {
  private readonly stopping = new AbortController();
  private watching: Promise<void> | undefined;
  private client: Client | undefined;
  private serving: Serving | undefined;
  /** Since when it has been left out. */
  private outSince: number | undefined;
  /** Why it was left out since then, each logged once. */
  private readonly problems = new Set<string>();
  private marks: readonly Mark[] = [];

  /** Not checked yet. */
  constructor(private readonly options: ReplicaOptions) {}

  /** Whether reads go to it. */
  get isIn(): boolean {
    return this.serving !== undefined;
  }

  /**
   * Throws DatabaseStartError if it can never serve. One that is only unreachable is left out, with a line in the log.
   */
  async start(): Promise<void> {
    try {
      await checkReplica(this.options);
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error;
    }
    await this.look();
    this.watching = this.watch();
  }

  /** Undefined if the primary must answer. Throws what `work` throws, unless the replica itself is the cause. */
  async read<T>(scope: Scope, work: (queries: Queries) => Promise<T>): Promise<{ readonly result: T } | undefined> {
    const { serving } = this;
    if (serving === undefined || scope.lastWrite === undefined) return undefined;
    try {
      return await Promise.race([readThere(serving.queries, scope, scope.lastWrite, work), serving.lost]);
    } catch (error) {
      // A replica may cancel a query that blocks its replay, or lose the connection; the primary then answers.
      // A read that takes too long would take as long there.
      if (sqlState(error) === TOO_LONG || (sqlState(error) === undefined && !isUnavailable(error))) throw error;
      return undefined;
    }
  }

  /** Waits for the check that is under way. */
  async close(): Promise<void> {
    this.stopping.abort();
    this.leaveOut(undefined);
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await delay(POLL_MS, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.look();
    }
  }

  private async look(): Promise<void> {
    const mark = await markPrimary(this.options.primary).catch(() => undefined);
    // Without the primary its delay is unknown, and calls fail anyway.
    if (mark === undefined) return;
    this.marks = [...this.marks.filter(({ at }) => mark.at - at <= 2 * MAX_BEHIND_MS), mark];
    try {
      this.client ??= await connectToCopy(this.options);
      const replayed = await replayedBy(this.client);
      const isLate = ({ at }: Mark): boolean => mark.at - at > MAX_BEHIND_MS;
      if (this.marks.some((each) => isLate(each) && each.position > replayed)) {
        this.leaveOut(BEHIND);
      } else if (this.marks.some((each) => !isLate(each) && each.position <= replayed)) this.takeIn();
    } catch (error) {
      end(this.client);
      this.client = undefined;
      this.leaveOut(reasonOf(error));
    }
  }

  private takeIn(): void {
    if (this.isIn || this.stopping.signal.aborted) return;
    const { connection, log, timeoutFactor } = this.options;
    let lose: Serving['lose'] = () => undefined;
    const lost = new Promise<never>((_resolve, reject) => (lose = reject));
    lost.catch(() => undefined);
    // Logged once, not at every check.
    const quiet = { ...log, warn: () => undefined };
    this.serving = { queries: openPool(connection, quiet, timeoutFactor), lost, lose };
    const seconds = this.outSince === undefined ? 0 : Math.round((performance.now() - this.outSince) / 1_000);
    this.outSince = undefined;
    this.problems.clear();
    log.info({ seconds }, 'reads go to the replica');
  }

  private leaveOut(problem: string | undefined): void {
    const { serving } = this;
    this.serving = undefined;
    if (problem !== undefined && !this.problems.has(problem)) {
      this.outSince ??= performance.now();
      this.problems.add(problem);
      this.options.log.warn({ problem }, 'the replica is left out: reads go to the primary until it is back');
    }
    if (problem === undefined) end(this.client);
    serving?.lose(new Error('Connection terminated: the replica was left out'));
    // Waits for running reads, which have time limits of their own.
    serving?.queries.destroy().catch(() => undefined);
  }
}

/**
 * As `withScope` on the primary; after a write it records the position that replicas must have replayed. Throws what
 * `work` throws.
 */
export async function withRecordedWrites<T>(
  primary: Queries,
  scope: Scope,
  work: (queries: Queries) => Promise<T>,
  log: DatabaseLog,
): Promise<T> {
  let hasWritten = false;
  const result = await withScope(primary, scope, async (transaction) => {
    const answer = await work(transaction);
    if (scope.userId !== null) hasWritten = await writes(transaction);
    return answer;
  });
  if (hasWritten) {
    const note = () => sql`select access_note_write(${scope.userId}::uuid)`.execute(primary);
    // The transaction has committed, so the call succeeds even if this fails.
    await note()
      .catch(note)
      .catch((error: unknown) =>
        log.warn(
          { err: error },
          'the position of a write could not be stored: for a few seconds its user may read older data from the replica',
        ),
      );
  }
  return result;
}

async function writes(transaction: Queries): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select pg_current_xact_id_if_assigned() is not null as wrote`.execute(transaction);
  return rows[0]?.wrote === true;
}

/** One transaction on the replica; undefined if it is behind the caller's last write. */
const readThere = <T>(
  queries: Queries,
  scope: Scope,
  lastWrite: string,
  work: (queries: Queries) => Promise<T>,
): Promise<{ readonly result: T } | undefined> =>
  readOnly(queries).execute(async (transaction) =>
    (await enterScopeFrom(transaction, scope, lastWrite)) ? { result: await work(transaction) } : undefined,
  );

/** Starts to record writes if that has not begun, and returns the primary's position. */
async function markPrimary(primary: Queries): Promise<Mark> {
  const at = performance.now();
  const { rows } = await sql<{ position: string }>`select access_log_position()::text as position`.execute(primary);
  return { at, position: parsePosition(rows[0]?.position ?? '0/0') };
}

/** How the app role connects to the replica, which has the roles and passwords of its primary. */
export function replicaAddress(readUrl: string, appUrl: string): string {
  const [address, app] = [new URL(readUrl), new URL(appUrl)];
  address.username = app.username;
  address.password = app.password;
  if (address.pathname.length <= 1) address.pathname = app.pathname;
  return address.href;
}

type Connections = Pick<ReplicaOptions, 'connection' | 'primary'>;

/** Throws DatabaseStartError if it can never be read from, and the connection's error if it is unreachable. */
async function checkReplica(connections: Connections): Promise<void> {
  try {
    end(await connectToCopy(connections));
  } catch (error) {
    throw isUnavailable(error) ? error : unusable(error);
  }
}

interface Identity {
  readonly server: string;
  readonly name: string;
}

/** Throws if it is another database than the primary's: a server may hold several, such as one that was restored. */
async function connectToCopy({ connection, primary }: Connections): Promise<Client> {
  const client = await connectTo(connection);
  try {
    const identity = 'select system_identifier::text as server, current_database() as name from pg_control_system()';
    const [there] = (await client.query<Identity>(identity)).rows;
    const [own] = (await sql<Identity>`${sql.raw(identity)}`.execute(primary)).rows;
    if (there?.server !== own?.server) throw new Error('it is no copy of DATABASE_URL');
    if (there?.name !== own?.name)
      throw new Error(`it is another database of that server, ${there?.name} instead of ${own?.name}`);
    return client;
  } catch (error) {
    end(client);
    throw error;
  }
}

/**
 * How many seconds the replica is behind the primary. Throws DatabaseStartError, with a sentence for the operator, if
 * it would not be read from.
 */
export async function secondsBehind(connections: Connections): Promise<number> {
  let client: Client | undefined;
  try {
    await checkReplica(connections);
    client = await connectTo(connections.connection);
    const { position } = await markPrimary(connections.primary);
    const begun = performance.now();
    while ((await replayedBy(client)) < position) {
      if (performance.now() - begun > MAX_BEHIND_MS) throw new Error(BEHIND);
      await delay(10);
    }
    return (performance.now() - begun) / 1_000;
  } catch (error) {
    throw error instanceof DatabaseStartError ? error : unusable(error);
  } finally {
    end(client);
  }
}

const BEHIND = `it is more than ${MAX_BEHIND_MS / 1_000} s behind`;

const unusable = (error: unknown): DatabaseStartError =>
  new DatabaseStartError(
    `DATABASE_READ_URL cannot be used (${reasonOf(error)}). It must be a streaming replica of DATABASE_URL that runs and lets the same roles in.`,
  );

/** The position it has replayed. Throws if it does not answer in time or is not a replica. */
async function replayedBy(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ replayed: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed',
  );
  const replayed = rows[0]?.replayed ?? undefined;
  if (replayed === undefined) throw new Error('it is not a replica, or no longer one');
  return parsePosition(replayed);
}

async function connectTo(connection: ClientConfig): Promise<Client> {
  const client = new Client({
    ...connection,
    application_name: 'vms-replica',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    end(client);
    throw error;
  }
}

/** Does not wait: the connection may hang. */
const end = (client: Client | undefined): void => void client?.end().catch(() => undefined);

/** '16/B374D848' as the number of bytes it stands for. */
function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
