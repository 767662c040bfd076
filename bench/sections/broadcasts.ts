/** A broadcast to all users: until it is written for each recipient and every node has been notified. */
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sendBroadcast } from '../../server/features/broadcasts/send';
import { readConfig } from '../../server/base/config';
import { openDatabase, type Database } from '../../server/database';
import { deriveKeys } from '../../server/base/keys';
import { serve } from '../../server/app/serve';
import { removeDataDir, temporaryDataDir } from '../lib/ourServer';
import { median } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const PEOPLE = 10_000;
const GOAL_MS = 5_000;
const LOOP_GOAL_MS = 50;
const CLIENT = { address: '127.0.0.1', device: 'bench' } as const;

export const broadcasts: Section = async ({ rounds, note }) => {
  note(`broadcasts: ${rounds} to ${PEOPLE} people`);
  const dataDir = temporaryDataDir();
  const config = readConfig({ APP_MODE: 'demo', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const database = await openDatabase(config);
  try {
    const tenantId = await fill(database);
    const { app, stop } = await serve(config, database, deriveKeys('a secret of the bench alone, long enough'));
    try {
      const scope = { organizationId: tenantId, tenantId, organizationType: 'VMS', userId: null } as const;
      let notified = 0;
      let complete = (): void => undefined;
      app.services.bus.subscribe((event) => {
        if (event.kind !== 'notified') return;
        notified += event.userIds.length;
        if (notified === PEOPLE) complete();
      });
      const times: number[] = [];
      const loop = monitorEventLoopDelay({ resolution: 1 });
      for (let round = 0; round <= rounds; round += 1) {
        const id = await compose(database, tenantId);
        notified = 0;
        const allNotified = new Promise<void>((resolve) => (complete = resolve));
        // The first round warms up and is not counted.
        if (round === 1) loop.enable();
        const started = performance.now();
        await database.withScope(scope, (queries) => sendBroadcast(app.services, queries, id, CLIENT));
        await allNotified;
        if (round > 0) times.push(performance.now() - started);
      }
      loop.disable();
      return rowsOf(times, loop.percentile(99) / 1e6);
    } finally {
      await stop();
    }
  } finally {
    await database.close();
    removeDataDir(dataDir);
  }
};

function rowsOf(times: readonly number[], p99: number): Row[] {
  const slowest = Math.max(...times);
  return [
    {
      id: 'broadcasts.time',
      what: `a broadcast to ${PEOPLE} people, written and announced, slowest`,
      ours: `${slowest.toFixed(0)} ms, median ${median(times).toFixed(0)} ms`,
      other: `limit ${GOAL_MS} ms`,
      ratio: slowest / GOAL_MS,
      goal: `<= ${GOAL_MS} ms`,
      verdict: reached(slowest <= GOAL_MS),
      exact: false,
    },
    {
      id: 'broadcasts.loop',
      what: 'delay of the event loop meanwhile, p99',
      ours: `${p99.toFixed(1)} ms`,
      other: `limit ${LOOP_GOAL_MS} ms`,
      ratio: p99 / LOOP_GOAL_MS,
      goal: `<= ${LOOP_GOAL_MS} ms`,
      verdict: reached(p99 <= LOOP_GOAL_MS),
      exact: false,
    },
  ];
}

const fill = (database: Database): Promise<string> =>
  database.withOwner(async (client) => {
    const id = randomUUID();
    await client.query(
      `insert into organizations (id, code, name, type, tenant_id) values ($1, 'BENCH', 'Bench', 'VMS', $1)`,
      [id],
    );
    await client.query(
      `insert into users (organization_id, user_name, email, first_name, last_name, user_type)
       select $1, 'user.' || n, 'user.' || n || '@bench.example', 'User', 'No ' || n, 'VMS' from generate_series(1, $2::integer) n`,
      [id, PEOPLE],
    );
    await client.query('analyze');
    return id;
  });

const compose = (database: Database, tenantId: string): Promise<string> =>
  database.withOwner(async (client) => {
    const id = randomUUID();
    await client.query(
      `insert into broadcasts (id, organization_id, tenant_id, request_id, subject, template, display_frequency,
         sticky, release_notes, force_logout, organization_types, organization_ids, send_at)
       values ($1, $2, $2, $1, 'News', '<p>Something is new.</p>', 'IMMEDIATE', false, false, false, '{VMS}', '{}', now())`,
      [id, tenantId],
    );
    return id;
  });
