/**
 * A process that holds an embedded database, to be killed in tests. `holder.ts <dataDir> [packageDir] [uid]`: prints
 * one line of JSON when it is ready, and closes when its input ends.
 */
import { EmbeddedPostgres } from '../../../../server/database/embedded';
import { NO_LOG } from '../../../../server/database/pool';

const [dataDir = '', packageDir, uid] = process.argv.slice(2);

async function hold(): Promise<void> {
  if (uid) {
    process.setgroups?.([]);
    process.setgid?.(Number(uid));
    process.setuid?.(Number(uid));
  }
  const postgres = await EmbeddedPostgres.start(dataDir, NO_LOG, { packageDir: packageDir || undefined });
  const { host } = postgres.connection('postgres');
  process.stdout.write(`${JSON.stringify({ pid: process.pid, postgres: postgres.processId, socket: host })}\n`);
  process.stdin.resume();
  process.stdin.once('end', () => void postgres.stop());
}

hold().catch((error: unknown) => {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
  process.exitCode = 1;
});
