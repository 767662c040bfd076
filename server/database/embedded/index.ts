/**
 * A real PostgreSQL as a child of the server: created on first start, started again when it falls, adopted when a
 * killed server left it behind, stopped with the server.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { isUnavailable, sqlState } from '../errors';
import type { DatabaseLog } from '../log';
import { DatabaseStartError } from '../startError';
import { findBinaries, isAlive, type Binaries } from './binaries';
import { bootstrap } from './bootstrap';
import { initialize } from './initialize';
import { takeOwnership } from './ownership';
import { runningPid } from './pidFile';
import { choosePlace, forgetSocket, type Place } from './place';
import { readLogins, SUPERUSER, type Logins, type Role } from './secret';
import { SERVER_ENVIRONMENT, serverArguments } from './settings';

/** Recovery after a crash replays what was written since the last checkpoint. */
const READY_WITHIN_MS = 60_000;
const POLL_MS = 10;
const LOG_BYTES = 5 * 1024 * 1024;
const STOP_WITHIN_MS = 10_000;
/** Another server was quicker, or what a killed PostgreSQL left behind is still ending. */
const TRANSIENT = /lock file .* already exists|shared memory block/;

export class EmbeddedPostgres {
  private child: ChildProcess | undefined;
  private session: Client | undefined;
  private stopping = false;
  private pid = 0;
  /** What a PostgreSQL that ended at once had to say. */
  private lastWords = '';
  private readonly endWithUs = (): void => this.signal('SIGINT');

  /** `packageDir` holds the programs; by default the npm package for this platform. */
  static async start(dataDir: string, log: DatabaseLog, packageDir?: string): Promise<EmbeddedPostgres> {
    const place = choosePlace(dataDir);
    const binaries = findBinaries(place, packageDir);
    const logins = readLogins(place);
    await initialize(place, binaries, logins.password(SUPERUSER));
    const postgres = new EmbeddedPostgres(place, binaries, logins, log);
    try {
      await postgres.ensureRunning();
    } catch (error) {
      // A second server must not stop the first one's database.
      if (postgres.child) await postgres.stop();
      throw error;
    }
    process.once('exit', postgres.endWithUs);
    return postgres;
  }

  private constructor(
    private readonly place: Place,
    private readonly binaries: Binaries,
    private readonly logins: Logins,
    private readonly log: DatabaseLog,
  ) {}

  get processId(): number {
    return this.pid;
  }

  connection(role: Role, database?: string): ClientConfig {
    return this.logins.connection(role, database);
  }

  /** Lets running transactions be rolled back and everything be written; throws when it does not end. */
  async stop(): Promise<void> {
    this.stopping = true;
    process.off('exit', this.endWithUs);
    await this.session?.end().catch(() => undefined);
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      this.signal(signal);
      const deadline = Date.now() + STOP_WITHIN_MS;
      while (Date.now() < deadline) {
        if (this.child === undefined && runningPid(this.place.cluster) !== this.pid) return forgetSocket(this.place);
        await delay(POLL_MS);
      }
    }
    throw new Error(`PostgreSQL (process ${this.pid}) does not stop.`);
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.pid > 0 && isAlive(this.pid)) process.kill(this.pid, signal);
  }

  /** Adopts the one that runs, or starts one, until one of them is ours. */
  private async ensureRunning(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const running = runningPid(this.place.cluster);
      if (running === undefined && this.child === undefined) this.launch();
      try {
        this.session = await this.connect();
        break;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (this.child === undefined && this.lastWords !== '' && !TRANSIENT.test(this.lastWords)) {
          throw new DatabaseStartError(`The database in ${this.place.home} does not start: ${this.lastWords}`);
        }
        if (Date.now() > deadline)
          throw new DatabaseStartError(
            `The database in ${this.place.home} does not answer: ${(error as Error).message}`,
          );
        await delay(POLL_MS);
      }
    }
    this.pid = runningPid(this.place.cluster) ?? 0;
    if (this.child?.pid !== this.pid)
      this.log.info({ pid: this.pid }, 'adopted the database an earlier server left running');
    this.session.once('end', () => void this.recover());
  }

  private async connect(): Promise<Client> {
    try {
      return await takeOwnership(this.logins, this.place);
    } catch (error) {
      // A cluster without its roles or its database: the first start was interrupted, or this is it.
      if (!['28P01', '3D000'].includes(sqlState(error) ?? '')) throw error;
      await bootstrap(this.logins);
      return takeOwnership(this.logins, this.place);
    }
  }

  private launch(): void {
    if (existsSync(this.place.logFile) && statSync(this.place.logFile).size > LOG_BYTES) {
      renameSync(this.place.logFile, `${this.place.logFile}.1`);
    }
    const logFile = openSync(this.place.logFile, 'a', 0o600);
    const start = statSync(this.place.logFile).size;
    // In a group of its own: Ctrl+C is for the server, which first ends what it is doing.
    const child = spawn(this.binaries.postgres, serverArguments(this.place), {
      ...this.place.user,
      cwd: this.place.home,
      env: SERVER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', logFile, logFile],
    });
    closeSync(logFile);
    child.unref();
    this.child = child;
    child.once('error', (error) => this.log.error({ err: error }, 'the database could not be started'));
    child.once('close', () => {
      if (this.child === child) this.child = undefined;
      if (this.stopping) return;
      this.lastWords = readFileSync(this.place.logFile, 'utf8').slice(start).trim();
      this.log.warn({ said: this.lastWords }, 'the database ended');
    });
  }

  private async recover(): Promise<void> {
    for (let pause = 100; !this.stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        await this.ensureRunning();
        return;
      } catch (error) {
        this.log.error({ err: error }, 'the database could not be started again, trying on');
        await delay(pause);
      }
    }
  }
}
