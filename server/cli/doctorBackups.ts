/** The findings of `doctor` about the server's nightly backups. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { momentText } from '../base/dates';
import type { Config } from '../base/config';
import type { Database } from '../database';
import { readAhead, readHistory } from '../platform/backups/runs';

export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  /** What was found, or what is wrong and what to do. */
  readonly message: string;
}

/** A day, plus the time a backup may take. */
const MAX_HOURS = 26;

/**
 * Whether nightly backups are made, are recent, are still there, and have room for the next one. `now` is the
 * database's time.
 */
export async function backupFinding({ backups }: Config, database: Database, now: Date): Promise<Finding> {
  const what = 'backups';
  const wrong = (message: string): Finding => ({ what, ok: false, message });
  if (backups === undefined) {
    return {
      what,
      ok: true,
      message: 'The server makes no backups. Set BACKUP_DIR, or run "vms backup" in another way.',
    };
  }
  const { folder } = backups;
  const { last, lastGood, ahead } = await database.withOwner(async (owner) => ({
    ...(await readHistory(owner, now)),
    ahead: await readAhead(owner, now),
  }));
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(`${folder} is missing or may not be used. Give this user the rights, or set BACKUP_DIR.`);
  }
  if (ahead !== undefined) {
    return wrong(
      `The backup of ${momentText(ahead.startedAt)} is dated in the future, because a clock was wrong. Synchronize the clocks (NTP). The next nightly backup ends this message.`,
    );
  }
  if (last?.problem != null) return wrong(`The backup of ${momentText(last.startedAt)} failed: ${last.problem}`);
  if (lastGood?.verified == null) return wrong('There is no backup yet. A running server makes one immediately.');
  const when = momentText(lastGood.startedAt);
  if (now.getTime() - lastGood.startedAt.getTime() > MAX_HOURS * 3_600_000)
    return wrong(`The last good backup is of ${when}. Check that the server runs with this BACKUP_DIR.`);
  // By its name: nodes may have mounted the one folder at different places.
  if (!existsSync(join(folder, basename(lastGood.file)))) {
    const { file, node } = lastGood;
    return wrong(
      node === hostname()
        ? `The last good backup, ${file} of ${when}, is not in ${folder}. Put it back, or run "vms backup" now; the next nightly backup ends this message.`
        : `The last good backup, ${file} of ${when}, was made by the node ${node} and is not in ${folder}. Make BACKUP_DIR one folder that all nodes share.`,
    );
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < (lastGood.bytes ?? 0) * 2)
    return wrong(`${folder} has room for one more at most. Make room, or lower BACKUP_KEEP.`);
  const checked =
    lastGood.verified === 'restored'
      ? 'restored to check it'
      : "only read to its end, because DATABASE_URL's user may not create databases";
  return { what, ok: true, message: `${lastGood.file} of ${when}, ${checked}` };
}
