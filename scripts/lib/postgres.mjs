/**
 * Finds the programs of an installed PostgreSQL, or installs one; a cluster that the installation creates is not used.
 */
import { existsSync, readdirSync } from 'node:fs';
import { installWithApt } from './apt.mjs';
import { Problem } from './process.mjs';

const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/** @returns {Promise<string>} the folder with initdb and postgres */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found) return found;
  await installWithApt('PostgreSQL for the tests of other engines', [['postgresql']]);
  const installed = findPostgres();
  if (installed) return installed;
  throw new Problem(
    `The tests of other engines need a PostgreSQL from ${OLDEST} on. Install one (Debian: \`sudo apt-get install postgresql\`) or set POSTGRES_BIN to the folder of its programs.`,
  );
}

function findPostgres() {
  const named = process.env['POSTGRES_BIN'];
  if (named) return named;
  if (!existsSync(DEBIAN)) return undefined;
  const newest = readdirSync(DEBIAN)
    .map(Number)
    .filter((major) => major >= OLDEST && existsSync(`${DEBIAN}/${major}/bin/initdb`))
    .sort((one, other) => other - one)[0];
  return newest === undefined ? undefined : `${DEBIAN}/${newest}/bin`;
}
