/**
 * The first page of every list as each kind of user, with a million timesheets in the database: from the request to the
 * whole answer, over HTTP. Timesheets are requested in every order in which they can be sorted.
 */
import { lists } from '../../contract/lists/catalog';
import { LIST_NAMES, visibleTo, type ListDefinition, type ListName } from '../../contract/lists/list';
import { PUBLIC_CLIENT_ID } from '../../contract/shell/runtimeConfig';
import { openDatabase } from '../../server/database';
import { seedDemo } from '../../server/demo/seed';
import { multiplyTimesheets } from '../lib/manyTimesheets';
import { removeDataDir, startOurServer, temporaryDataDir } from '../lib/ourServer';
import { median, percentile } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const ROWS = 1_000_000;
const LIMIT_MS = 150;
const PASSWORD = 'Demo-pass-2026';
export const PEOPLE = [
  ['OWNER', 'owner.admin', 'PLATFORM'],
  ['VMS', 'vms.manager', 'MERIDIAN'],
  ['CLIENT', 'client.manager', 'LAKESIDE'],
  ['AGENCY', 'agency.recruiter', 'SUMMIT'],
] as const;
/** The one with the million rows. */
const LARGE: ListName = 'timesheets';
/** Requests per round of a list that is measured in its default order only. */
const TIMES_EACH = 5;

export const listPages: Section = async ({ rounds, note }) => {
  const dataDir = temporaryDataDir();
  try {
    note(`lists: ${ROWS.toLocaleString('en-US')} timesheets are written; this takes some minutes`);
    await fill(dataDir);
    const server = await startOurServer(dataDir);
    try {
      return await measure(server.base, rounds, note);
    } finally {
      await server.stop();
    }
  } finally {
    removeDataDir(dataDir);
  }
};

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    await seedDemo(database);
    await multiplyTimesheets(database, ROWS);
  } finally {
    await database.close();
  }
}

async function measure(base: string, rounds: number, note: (line: string) => void): Promise<Row[]> {
  const times = new Map<ListName, number[]>(LIST_NAMES.map((list) => [list, []]));
  for (const [kind, userName, organization] of PEOPLE) {
    const token = await signIn(base, userName, organization);
    for (const list of LIST_NAMES) {
      const definition: ListDefinition = lists[list];
      if (!visibleTo(kind)(definition)) continue;
      const sorts = list === LARGE ? sortsOf(definition, kind) : [definition.sort];
      note(`lists: ${list} as ${userName}, ${sorts.length === 1 ? 'its own order' : `${sorts.length} orders`}`);
      for (const sort of sorts) {
        // The first read comes from the disk and is not counted.
        const { rows } = await firstPage(base, token, list, sort);
        if (rows === 0) {
          note(`lists: ${list} is empty for ${userName} and not counted`);
          break;
        }
        for (let round = 0; round < rounds * (sorts.length === 1 ? TIMES_EACH : 1); round += 1) {
          times.get(list)?.push((await firstPage(base, token, list, sort)).took);
        }
      }
    }
  }
  return [...times].map(([list, all]) => rowOf(list, all));
}

const sortsOf = ({ columns }: ListDefinition, kind: (typeof PEOPLE)[number][0]): string[] =>
  Object.entries(columns)
    .filter(([, column]) => column.sortable && visibleTo(kind)(column))
    .flatMap(([name]) => [name, `-${name}`]);

async function signIn(base: string, username: string, organization_code: string): Promise<string> {
  const response = await fetch(`${base}/api-user/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${PUBLIC_CLIENT_ID}:`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', username, password: PASSWORD, organization_code }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`${username} could not sign in: ${response.status}`);
  return token;
}

/** What it took in milliseconds, and how many rows it has. */
async function firstPage(
  base: string,
  token: string,
  list: ListName,
  sort: string,
): Promise<{ took: number; rows: number }> {
  const started = performance.now();
  const response = await fetch(`${base}/api-user/v1/lists/${list}/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sort }),
  });
  const { rows } = (await response.json()) as { rows?: unknown[] };
  const took = performance.now() - started;
  if (rows === undefined) throw new Error(`${list} by ${sort}: ${response.status}`);
  return { took, rows: rows.length };
}

export function rowOf(list: ListName, times: readonly number[]): Row {
  const id = `lists.${list}`;
  const what = `first page of ${lists[list].title}${list === LARGE ? ', 1,000,000 rows, every order' : ''}, p95`;
  const goal = `p95 < ${LIMIT_MS} ms`;
  if (times.length === 0) return skipped(id, what, goal, 'it is empty for everybody');
  const p95 = percentile(times, 0.95);
  return {
    id,
    what,
    ours: `${p95.toFixed(0)} ms, median ${median(times).toFixed(0)} ms, n=${times.length}`,
    other: `limit ${LIMIT_MS} ms`,
    ratio: p95 / LIMIT_MS,
    goal,
    verdict: reached(p95 < LIMIT_MS),
    exact: false,
  };
}
