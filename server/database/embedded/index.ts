/**
 * PostgreSQL as a child process: created on first start, restarted after a crash, adopted when a killed server left it
 * running, stopped with the server.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { DatabaseInUseError, DatabaseStartError, isUnavailable, sqlState } from '../errors';
import type { DatabaseLog } from '../pool';
import { findBinaries, isAlive, type Binaries } from './binaries';
import { chooseFolders, hasDatabase, removeSocketFolder, type DatabaseFolders } from './folders';
import { initialize } from './initialize';
import { hasWaitingCommand, runningPid, takeOwnership, waitForOwnership, type Holder } from './ownership';
import { SERVER_ENVIRONMENT, serverArguments, type Settings } from './settings';
import { doesNotStart } from './startFailures';
import { OWNER_ROLE } from '../roles';
import { SUPERUSER, bootstrap, readLogins, type Logins, type Role } from './superuser';

/** Crash recovery replays everything since the last checkpoint. */
const READY_WITHIN_MS = 60_000;
/** Whoever starts PostgreSQL owns it at once. One whose owner was killed has none until the server starts again. */
const OWNED_WITHIN_MS = 2_000;
const POLL_MS = 10;
const LOG_BYTES = 5 * 1024 * 1024;
const STOP_WITHIN_MS = 10_000;
/** Another server started first, or the PostgreSQL of a killed server is still shutting down. */
const TRANSIENT = /lock file .* already exists|shared memory block/;

/** Files are missing, unreadable or corrupt. */
const DAMAGED = /^(XX00[012]|58P0[12])$/;

export interface EmbeddedOptions {
  /** Where the programs are; the npm package for this platform by default. */
  readonly packageDir?: string | undefined;
  /** Overrides of the usual settings, for data that may be lost. */
  readonly settings?: Settings;
  /** A server by default. */
  readonly holder?: Holder;
}

export interface SharedPostgres {
  readonly connection: Logins['connection'];
  /** What the command does at its end. */
  readonly leave: () => Promise<void>;
}

export class EmbeddedPostgres {
  private child: ChildProcess | undefined;
  private session: Client | undefined;
  private stopping = false;
  private recovering: Promise<void> | undefined;
  private pid = 0;
  /** The child process that has no connection yet. */
  private starting: ChildProcess | undefined;
  /** The log output of a PostgreSQL that exited immediately. */
  private exitOutput = '';
  private readonly stopOnExit = (): void => this.signal('SIGINT');

  /** Starts the cluster of a data directory, or takes over one that still runs. Throws DatabaseStartError. */
  static async start(
    dataDir: string,
    log: DatabaseLog,
    { packageDir, settings, holder = 'server' }: EmbeddedOptions = {},
  ): Promise<EmbeddedPostgres> {
    const folders = chooseFolders(dataDir);
    const binaries = findBinaries(folders, packageDir);
    const logins = readLogins(folders);
    await initialize(folders, binaries, logins.password(SUPERUSER));
    const postgres = new EmbeddedPostgres(folders, binaries, logins, log, holder, settings);
    try {
      await postgres.ensureRunning();
    } catch (error) {
      postgres.stopping = true;
      // Another server may own the database by now, even if this one started it.
      if (postgres.child && !(error instanceof DatabaseInUseError)) await postgres.stop();
      throw error;
    }
    // PostgreSQL outlives a command that ends early: others may be using it, and the next start adopts it.
    if (holder === 'server') process.once('exit', postgres.stopOnExit);
    return postgres;
  }

  /**
   * How to connect to the PostgreSQL that a server or a command runs on this data directory; undefined if none runs.
   * Throws DatabaseStartError if the directory has no database.
   */
  static runningAt(dataDir: string): Logins['connection'] | undefined {
    if (!hasDatabase(dataDir)) {
      throw new DatabaseStartError(
        `There is no database in ${dataDir}. Set DATA_DIR to the folder of the server, or start the server, which creates a database.`,
      );
    }
    const folders = chooseFolders(dataDir);
    return runningPid(folders) === undefined ? undefined : readLogins(folders).connection;
  }

  /**
   * For a command: uses the PostgreSQL that a server or another command runs, or starts it. The last of the commands
   * stops what a command started. Throws DatabaseStartError if the directory has no database.
   */
  static async share(dataDir: string, log: DatabaseLog): Promise<SharedPostgres> {
    const deadline = Date.now() + READY_WITHIN_MS;
    let unownedUntil = Infinity;
    for (;;) {
      try {
        const connection = EmbeddedPostgres.runningAt(dataDir);
        if (connection === undefined) {
          const postgres = await EmbeddedPostgres.start(dataDir, log, { holder: 'command' });
          return { connection: (role, name) => postgres.connection(role, name), leave: () => postgres.leave(dataDir) };
        }
        const { isOwned, session } = await waitForOwnership(connection(OWNER_ROLE));
        if (session !== undefined) return { connection, leave: () => EmbeddedPostgres.endShare(session, dataDir, log) };
        unownedUntil = Math.min(unownedUntil, Date.now() + OWNED_WITHIN_MS);
        if (isOwned || Date.now() >= unownedUntil) return { connection, leave: async () => undefined };
      } catch (error) {
        // Another command is starting it at the same time, or the last one is stopping it.
        if (!(error instanceof DatabaseInUseError) && !isUnavailable(error)) throw error;
        if (Date.now() > deadline) throw error;
      }
      await delay(POLL_MS);
    }
  }

  private static async endShare(session: Client, dataDir: string, log: DatabaseLog): Promise<void> {
    await session.end().catch(() => undefined);
    await EmbeddedPostgres.stopUnlessHeld(dataDir, log);
  }

  private static async stopUnlessHeld(dataDir: string, log: DatabaseLog): Promise<void> {
    if (EmbeddedPostgres.runningAt(dataDir) === undefined) return;
    const postgres = await EmbeddedPostgres.start(dataDir, log, { holder: 'command' }).catch((error: unknown) => {
      if (error instanceof DatabaseInUseError) return undefined;
      throw error;
    });
    await postgres?.leave(dataDir);
  }

  private constructor(
    private readonly folders: DatabaseFolders,
    private readonly binaries: Binaries,
    private readonly logins: Logins,
    private readonly log: DatabaseLog,
    private readonly holder: Holder,
    private readonly settings: Settings | undefined,
  ) {}

  get processId(): number {
    return this.pid;
  }

  /** How to connect as this role, over the unix socket. */
  connection(role: Role, database?: string): ClientConfig {
    return this.logins.connection(role, database);
  }

  /** Rolls back running transactions and flushes everything. Throws if it does not stop. */
  async stop(): Promise<void> {
    await this.release();
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      this.signal(signal);
      const deadline = Date.now() + STOP_WITHIN_MS;
      while (Date.now() < deadline) {
        if (this.child === undefined && runningPid(this.folders) !== this.pid) return removeSocketFolder(this.folders);
        await delay(POLL_MS);
      }
    }
    throw new Error(`PostgreSQL (process ${this.pid}) does not stop.`);
  }

  /** For a command that ends: another one that still works takes over, otherwise PostgreSQL stops. */
  async leave(dataDir: string): Promise<void> {
    const isNeeded = this.session !== undefined && (await hasWaitingCommand(this.session).catch(() => false));
    if (!isNeeded) return this.stop();
    await this.release();
    // The other one may have ended in the meantime.
    await EmbeddedPostgres.stopUnlessHeld(dataDir, this.log);
  }

  private async release(): Promise<void> {
    this.stopping = true;
    process.off('exit', this.stopOnExit);
    await this.recovering;
    await this.session?.end().catch(() => undefined);
  }

  private signal(signal: NodeJS.Signals): void {
    // The child may be newer than the one last connected to; an adopted one is not a child.
    const pid = this.child?.pid ?? this.pid;
    if (pid > 0 && isAlive(pid)) process.kill(pid, signal);
  }

  /** Adopts a running PostgreSQL or starts one, until we hold it. */
  private async ensureRunning(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    this.exitOutput = '';
    for (;;) {
      if (this.stopping) return;
      const running = runningPid(this.folders);
      if (running === undefined && this.child === undefined) {
        // A second try would end the same way.
        if (this.exitOutput !== '' && !TRANSIENT.test(this.exitOutput))
          throw doesNotStart(this.folders, this.exitOutput);
        this.launch();
      }
      try {
        this.session = await this.connect();
        break;
      } catch (error) {
        if (DAMAGED.test(sqlState(error) ?? '')) throw doesNotStart(this.folders, (error as Error).message);
        if (!isUnavailable(error)) throw error;
        if (Date.now() > deadline)
          throw new DatabaseStartError(
            `The database in ${this.folders.home} does not answer: ${(error as Error).message}`,
          );
        await delay(POLL_MS);
      }
    }
    this.starting = undefined;
    this.pid = runningPid(this.folders) ?? 0;
    if (this.child?.pid !== this.pid)
      this.log.info({ pid: this.pid }, 'adopted the database an earlier server left running');
    this.session.once('end', () => {
      this.recovering = this.recover();
    });
  }

  private async connect(): Promise<Client> {
    try {
      return await takeOwnership(this.logins, this.folders, this.holder);
    } catch (error) {
      // The roles or the database are missing: this is the first start, or the first one was interrupted.
      if (!['28P01', '3D000'].includes(sqlState(error) ?? '')) throw error;
      await bootstrap(this.logins).catch((fault: unknown) => {
        if (sqlState(fault) !== '28P01') throw fault;
        throw new DatabaseStartError(
          `The database in ${this.folders.home} does not accept the password of ${this.folders.secretFile}: that file was changed or belongs to another database. Put the right one back, or restore a backup into a fresh DATA_DIR.`,
        );
      });
      return takeOwnership(this.logins, this.folders, this.holder);
    }
  }

  private launch(): void {
    if (existsSync(this.folders.logFile) && statSync(this.folders.logFile).size > LOG_BYTES) {
      renameSync(this.folders.logFile, `${this.folders.logFile}.1`);
    }
    this.exitOutput = '';
    const logFile = openSync(this.folders.logFile, 'a', 0o600);
    const start = statSync(this.folders.logFile).size;
    // In its own process group, so that Ctrl+C reaches only the server, which shuts it down last.
    const child = spawn(this.binaries.postgres, serverArguments(this.folders, this.settings), {
      ...this.folders.user,
      cwd: this.folders.home,
      env: SERVER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', logFile, logFile],
    });
    closeSync(logFile);
    child.unref();
    this.child = child;
    this.starting = child;
    child.once('error', (error) => this.log.error({ err: error }, 'the database could not be started'));
    child.once('close', () => {
      if (this.child === child) this.child = undefined;
      if (this.stopping) return;
      // `start` counts bytes.
      const written = readFileSync(this.folders.logFile).subarray(start).toString('utf8');
      const output = written.trim() || 'it ended without a message';
      if (this.starting === child) this.exitOutput = output;
      this.log.warn({ output }, 'the database ended');
    });
  }

  private async recover(): Promise<void> {
    for (let pause = 100; !this.stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        await this.ensureRunning();
        return;
      } catch (error) {
        this.log.error({ err: error }, 'the database could not be restarted; trying again');
        await delay(pause);
      }
    }
  }
}
