/** A backup of the demo beside a bare COPY of the same tables into a file, uncompressed and unchecked. */
import { createWriteStream, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openDatabase } from '../../server/database';
import { writeBackup } from '../../server/database/archive/backup';
import { archivedTables } from '../../server/database/archive/tables';
import { seedDemo } from '../../server/demo/seed';
import { removeDataDir, temporaryDataDir } from '../lib/ourServer';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const MIN_SHARE = 0.5;

async function bareCopy(owner: Client, file: string): Promise<void> {
  await owner.query('begin isolation level repeatable read read only');
  const output = createWriteStream(file).setMaxListeners(0);
  for (const { table } of await archivedTables(owner)) {
    const rows = owner.query(copyTo(`copy (select * from ${escapeIdentifier(table)}) to stdout`));
    await pipeline(rows, output, { end: false });
  }
  output.end();
  await new Promise<void>((resolve) => output.once('close', resolve));
  await owner.query('rollback');
}

export const backup: Section = async ({ rounds, note }) => {
  const dataDir = temporaryDataDir();
  const database = await openDatabase({ dataDir });
  try {
    note('backup: filling the demo');
    await seedDemo(database);
    const [ours, bare] = ['ours', 'bare'].map((name) => path.join(dataDir, `${name}.backup`)) as [string, string];
    const sizes = { ours: 0, bare: 0 };
    const timed = (file: string, name: keyof typeof sizes, work: (owner: Client) => Promise<unknown>) => () =>
      database.withOwner(async (owner) => {
        rmSync(file, { force: true });
        const started = performance.now();
        await work(owner);
        const seconds = (performance.now() - started) / 1_000;
        sizes[name] = statSync(file).size / 1024 ** 2;
        return seconds;
      });
    const { a = [], b = [] } = await interleave(
      {
        a: timed(bare, 'bare', (owner) => bareCopy(owner, bare)),
        b: timed(ours, 'ours', (owner) => writeBackup(owner, ours, 'none')),
      },
      rounds,
    );
    const speed = pairwise(a, b);
    const row: Row = {
      id: 'backup.demo',
      what: 'backup of the demo: speed beside a bare COPY of all its tables',
      ours: `${median(b).toFixed(2)} s, ${sizes.ours.toFixed(0)} MB`,
      other: `bare COPY ${median(a).toFixed(2)} s, ${sizes.bare.toFixed(0)} MB`,
      ...speed,
      goal: `at least ${MIN_SHARE}`,
      verdict: reached(speed.ratio >= MIN_SHARE),
      exact: false,
    };
    return [row];
  } finally {
    await database.close();
    removeDataDir(dataDir);
  }
};
