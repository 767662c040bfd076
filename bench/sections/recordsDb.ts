/**
 * The calls of a record's page with a million submissions in the database: from the first request to the last answer,
 * over HTTP, for each kind of record and each of its lists, tables and its history.
 */
import { records } from '../../contract/records/catalog';
import { RECORD_KINDS, RECORD_LISTS, type RecordKind } from '../../contract/records/kinds';
import type { RecordDefinition, RecordTab } from '../../contract/records/record';
import { openDatabase } from '../../server/database';
import { seedDemo } from '../../server/demo/seed';
import { goalRow } from '../lib/goal';
import { multiplySubmissions } from '../lib/manySubmissions';
import { removeDataDir, startOurServer, temporaryDataDir } from '../lib/ourServer';
import { median, percentile } from '../lib/pairs';
import type { Row } from '../lib/row';
import type { Section } from '../lib/section';
import { signInSender } from '../lib/companySender';

const SUBMISSIONS = 1_000_000;
const LIMIT_MS = 250;
const LISTS = '/api-user/v1/lists';
const RECORDS = '/api-user/v1/records';

export const recordsDb: Section = async ({ rounds, note }) => {
  const dataDir = temporaryDataDir();
  try {
    note(`records-db: ${SUBMISSIONS.toLocaleString('en-US')} submissions are written; this takes some minutes`);
    const database = await openDatabase({ dataDir });
    try {
      await seedDemo(database);
      await multiplySubmissions(database, SUBMISSIONS);
    } finally {
      await database.close();
    }
    const server = await startOurServer(dataDir);
    try {
      const { authorization } = await signInSender(server.base);
      const rows: Row[] = [];
      for (const kind of RECORD_KINDS) rows.push(await measure(caller(server.base, authorization), kind, rounds));
      return rows;
    } finally {
      await server.stop();
    }
  } finally {
    removeDataDir(dataDir);
  }
};

type Call = (path: string, body?: object) => Promise<Record<string, unknown>>;

const caller =
  (base: string, headers: Readonly<Record<string, string>>): Call =>
  async (path, body) => {
    const how =
      body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const answer = await fetch(base + path, how);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };

async function measure(call: Call, kind: RecordKind, rounds: number): Promise<Row> {
  const { tabs }: RecordDefinition = records[kind];
  const { rows } = (await call(`${LISTS}/${RECORD_LISTS[kind][0]}/search`, {})) as { rows: { id: string }[] };
  const took: number[] = [];
  for (const { id } of rows.slice(0, rounds)) {
    for (const [name, tab] of Object.entries(tabs)) {
      const begun = performance.now();
      await Promise.all([call(`${RECORDS}/${kind}/${id}`), part(call, `${RECORDS}/${kind}/${id}`, id, name, tab)]);
      took.push(performance.now() - begun);
    }
  }
  const what = `a ${kind} with each of its parts, ${SUBMISSIONS.toLocaleString('en-US')} submissions, p95`;
  const row = goalRow({ id: `records.${kind}`, what, limit: LIMIT_MS, unit: 'ms' }, [percentile(took, 0.95)]);
  return { ...row, ours: `${row.ours}, median ${median(took).toFixed(0)} ms, n=${took.length}` };
}

/** The requests of a tab, besides the record itself. */
async function part(call: Call, record: string, id: string, name: string, tab: RecordTab): Promise<void> {
  if (tab.show === 'list') await call(`${LISTS}/${tab.list}/search`, { filters: { [tab.filter]: [id] } });
  if (tab.show === 'table') await call(`${record}/tables/${name}`);
  if (tab.show === 'timeline') await call(`${record}/timeline`);
}
