/** Commands about backups. A backup may be written while the server runs; it is restored into an empty database. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from '../base/config';
import { loadKeys } from '../base/keys';
import { openDatabase } from '../database';
import { writeBackup } from '../database/archive/backup';
import { ArchiveError, secretCheckOf } from '../database/archive/frames';
import { checkBackup, restoreBackup } from '../database/archive/restore';
import { withOperator } from './operator';
import type { CommandContext } from './terminal';

/** Throws ArchiveError if there is no such file. */
function requireFile(file: string): void {
  if (!existsSync(file)) throw new ArchiveError(`${file} does not exist. Please check the name.`);
}

/** Adds `backup`, `check-backup` and `restore`; if stopped, they leave nothing behind. */
export function archiveCommands(program: Command, context: CommandContext): void {
  const signal = context.stopped;
  program
    .command('backup <file>')
    .description('writes all rows as of one moment into a new file; the server may run')
    .action((file: string) =>
      withOperator(context.env, async ({ config, database }) => {
        const result = await database.withOwner((owner) =>
          writeBackup(owner, file, secretCheckOf(loadKeys(config)), { signal }),
        );
        context.print(`${file} holds ${result.rows} rows of ${result.tables} tables.`, { file, ...result });
      }),
    );

  program
    .command('check-backup <file>')
    .description('reads a whole backup and reports whether it is complete and undamaged')
    .option('--restore', 'also restores it into a temporary database beside the real one, which is dropped again')
    .action(async (file: string, { restore = false }: { restore?: boolean }) => {
      requireFile(file);
      const { createdAt, migrations } = await checkBackup(file, signal);
      const facts = { file, createdAt, schema: migrations.at(-1) };
      if (!restore) return context.print(`${file} is complete. It was made at ${createdAt}.`, facts);
      const { rows, tables } = await withOperator(context.env, ({ config, database }) =>
        database.withTemporaryDatabase(
          (owner) => restoreBackup(owner, file, secretCheckOf(loadKeys(config)), signal),
          signal,
        ),
      );
      context.print(`${file} can be restored: ${rows} rows of ${tables} tables, as of ${createdAt}.`, {
        ...facts,
        rows,
        tables,
      });
    });

  program
    .command('restore <file>')
    .description('writes a backup into an empty database, all of it or nothing; stop the server first')
    .action(async (file: string) => {
      requireFile(file);
      const config = readConfig(context.env);
      const database = await openDatabase({ ...config, databaseReadUrl: undefined });
      try {
        const secretCheck = secretCheckOf(loadKeys(config));
        const result = await database.withOwner((owner) => restoreBackup(owner, file, secretCheck, signal));
        context.print(`Restored ${result.rows} rows of ${result.tables} tables, as of ${result.createdAt}.`, result);
      } finally {
        await database.close();
      }
    });
}
