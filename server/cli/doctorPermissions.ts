/** The findings of `doctor` about permissions: who owns the files, and what the database roles may do. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../base/config';
import { SECRET_FILE } from '../base/keys';
import type { Database } from '../database';
import type { Finding } from './doctorBackups';

const OTHERS = 0o077;
/** The generated secrets in the data folder, and what is derived from each. */
const SECRETS = {
  [SECRET_FILE]: 'all keys',
  'postgres/secret': "the passwords of the database's users",
};

/** Checks only the files, for when the database cannot be reached. */
export function filePermissions({ dataDir }: Config): Finding {
  const what = 'permissions';
  if (!existsSync(dataDir)) return { what, ok: true, message: 'there are no files yet' };
  const { uid } = statSync(dataDir);
  const own = process.getuid?.() ?? uid;
  if (uid !== own) {
    const message = `${dataDir} belongs to user ${uid}, and this runs as user ${own}. Run the server and its commands as one user.`;
    return { what, ok: false, message };
  }
  for (const [name, use] of Object.entries(SECRETS)) {
    const secret = path.join(dataDir, name);
    if (existsSync(secret) && (statSync(secret).mode & OTHERS) !== 0)
      return {
        what,
        ok: false,
        message: `Others can read ${secret}. Run chmod 600 on it: ${use} are derived from it.`,
      };
  }
  return { what, ok: true, message: 'the files belong to this user' };
}

/** The files first, then the database. */
export async function permissionFinding(config: Config, database: Database): Promise<Finding> {
  const files = filePermissions(config);
  if (!files.ok) return files;
  const { what } = files;
  const { rows } = await sql<{ name: string; passes: boolean }>`
    select rolname as name, rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user`.execute(
    database.queries,
  );
  const [app] = rows;
  if (app?.passes === true) {
    const message = `The server's database user ${app.name} bypasses row-level security, which keeps organizations apart. Run: alter role ${app.name} nosuperuser nobypassrls`;
    return { what, ok: false, message };
  }
  const owner = await database.asOperator((queries) =>
    sql<{ name: string; createdb: boolean }>`
      select rolname as name, rolcreatedb or rolsuper as createdb from pg_roles where rolname = current_user`.execute(
      queries,
    ),
  );
  const [{ name, createdb } = { name: '', createdb: true }] = owner.rows;
  if (config.databaseUrl !== undefined && config.backups !== undefined && !createdb) {
    const message = `Backups are only read to their end, as ${name} may not create a database to restore them into. Run: alter role ${name} createdb`;
    return { what, ok: false, message };
  }
  return {
    what,
    ok: true,
    message: `${files.message}, and the database's users have the rights they need and no more`,
  };
}
