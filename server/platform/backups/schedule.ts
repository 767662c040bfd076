/**
 * The server's own nightly backups: written, restored to check them, and only then given their final name. One node
 * does it. A missed night is made up for; a failure is tried again after an hour.
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { Gauge } from 'prom-client';
import type { BackupPlan, Config } from '../../base/config';
import { fileStamp, instantOf, lastAtMinute } from '../../base/dates';
import type { Keys } from '../../base/keys';
import { CreateDatabaseDenied, type Database } from '../../database';
import { writeBackup } from '../../database/archive/backup';
import { ArchiveError, secretCheckOf } from '../../database/archive/frames';
import { checkBackup, restoreBackup } from '../../database/archive/restore';
import type { SharedClock } from '../clock';
import type { Metrics } from '../http/metrics';
import { beginRun, endRun, deleteRun, readHistory, type BackupHistory, type Verified } from './runs';
import { ADVISORY_LOCKS } from '../../database/advisoryLocks';

const POLL_MS = 60_000;
const RETRY_AFTER_MS = 3_600_000;
const OURS = /^vms-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup(\.unverified)?(\.part)?$/;

export interface BackupServices {
  readonly database: Pick<Database, 'withOwner' | 'withTemporaryDatabase'>;
  readonly keys: Keys;
  readonly log: FastifyBaseLogger;
}

type Clock = () => Date;

/** Makes a backup if none was made since the last due time, and none is running. */
export async function backupIfDue(
  services: BackupServices,
  plan: BackupPlan,
  clock: Clock,
  signal = new AbortController().signal,
): Promise<BackupHistory> {
  return services.database.withOwner(async (owner) => {
    const now = clock();
    const history = await readHistory(owner, now);
    if (!isDue(history, plan, now)) return history;
    const { rows } = await owner.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      ADVISORY_LOCKS.backup,
    ]);
    // Another node is making one, or has made one between the two queries.
    if (rows[0]?.got && isDue(await readHistory(owner, now), plan, now))
      await makeBackup(services, plan, owner, clock, signal);
    return readHistory(owner, clock());
  });
}

function isDue({ last, lastGood }: BackupHistory, { minuteOfDay }: BackupPlan, now: Date): boolean {
  if (lastGood !== undefined && lastGood.startedAt >= lastAtMinute(now, minuteOfDay)) return false;
  const isBad = last !== undefined && last.verified === null;
  return !isBad || now.getTime() - last.startedAt.getTime() >= RETRY_AFTER_MS;
}

/** Records and logs the outcome. Throws only if the record cannot be written. */
async function makeBackup(
  services: BackupServices,
  plan: BackupPlan,
  owner: Client,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const file = join(plan.folder, `vms-${fileStamp(now)}.backup`);
  const id = await beginRun(owner, file, now);
  try {
    const made = await writeVerified(services, plan, file, signal);
    await endRun(owner, id, made, clock());
    services.log.info({ file, ...made }, 'a backup was made');
  } catch (error) {
    if (signal.aborted) return deleteRun(owner, id);
    const problem = (error as Error).message.split('\n')[0] ?? '';
    await endRun(owner, id, { problem }, clock());
    services.log.error({ file, problem }, 'the backup failed');
  }
}

async function writeVerified(
  { database, keys, log }: BackupServices,
  { folder, keep }: BackupPlan,
  file: string,
  signal: AbortSignal,
): Promise<{ verified: Verified; rows: number; bytes: number }> {
  const unverified = `${file}.unverified`;
  const secretCheck = secretCheckOf(keys);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeWhere(folder, (name) => !name.endsWith('.backup'));
  const { rows } = await database.withOwner((writer) => writeBackup(writer, unverified, secretCheck, { signal }));
  const verified = await verify();
  await rename(unverified, file);
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.backup')).sort();
  // One from the future was made earlier, by a node with a wrong clock.
  const isAhead = (name: string): boolean => name > basename(file);
  const oldestFirst = [...names.filter(isAhead), ...names.filter((name) => !isAhead(name))];
  const old = new Set(oldestFirst.slice(0, -keep));
  await removeWhere(folder, (name) => old.has(name));
  return { verified, rows, bytes: (await stat(file)).size };

  async function verify(): Promise<Verified> {
    try {
      const restored = await database.withTemporaryDatabase(
        (owner) => restoreBackup(owner, unverified, secretCheck, signal),
        signal,
      );
      if (restored.rows === rows) return 'restored';
      throw new ArchiveError(`Restored to check it, the backup has ${restored.rows} rows instead of ${rows}.`);
    } catch (error) {
      if (!(error instanceof CreateDatabaseDenied)) throw error;
      log.warn(
        { problem: error.message },
        "the backup was only read to its end, not restored: let DATABASE_URL's user create databases (CREATEDB)",
      );
      await checkBackup(unverified, signal);
      return 'read';
    }
  }
}

/** Other files in the folder are ignored. */
const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder)).filter((name) => OURS.test(name));

async function removeWhere(folder: string, isUnwanted: (name: string) => boolean): Promise<void> {
  for (const name of await namesIn(folder)) if (isUnwanted(name)) await rm(join(folder, name), { force: true });
}

/** Runs until it is stopped, which aborts a running backup. */
export function startBackups(
  services: BackupServices & {
    readonly config: Pick<Config, 'backups'>;
    readonly metrics: Pick<Metrics, 'registry'>;
    readonly clock: Pick<SharedClock, 'now'>;
  },
): () => Promise<void> {
  const plan = services.config.backups;
  if (plan === undefined) return () => Promise.resolve();
  const show = showHistory(services.metrics);
  const clock = (): Date => instantOf(services.clock.now());
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      show(await backupIfDue(services, plan, clock, stopped.signal));
    } catch (error) {
      services.log.warn({ err: error }, 'the history of backups could not be read; trying again in a minute');
    }
    if (!stopped.signal.aborted) timer = setTimeout(again, POLL_MS).unref();
  };
  let running: Promise<void>;
  const again = (): void => {
    running = look();
  };
  again();
  return async () => {
    stopped.abort();
    clearTimeout(timer);
    await running;
  };
}

/** Equal on all nodes, so that an alert may read any of them. */
function showHistory({ registry }: Pick<Metrics, 'registry'>): (history: BackupHistory) => void {
  const registers = [registry];
  const failed = new Gauge({ name: 'vms_backup_failed', help: '1 if the last backup failed, or 0.', registers });
  // A gauge with a label is absent, instead of 0, until there is a backup.
  const labelNames = ['verified'] as const;
  const at = new Gauge({
    name: 'vms_backup_last_success_timestamp_seconds',
    help: 'When the last good backup was begun.',
    labelNames,
    registers,
  });
  const bytes = new Gauge({ name: 'vms_backup_bytes', help: 'Size of the last good backup.', labelNames, registers });
  return ({ last, lastGood }) => {
    failed.set(last?.problem == null ? 0 : 1);
    for (const gauge of [at, bytes]) gauge.reset();
    if (lastGood?.verified == null) return;
    at.set({ verified: lastGood.verified }, lastGood.startedAt.getTime() / 1_000);
    bytes.set({ verified: lastGood.verified }, lastGood.bytes ?? 0);
  };
}
