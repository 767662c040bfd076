/**
 * Sends fifty notifications a second for an hour to a user who has the app open and sometimes opens the panel: the
 * memory of the page and of the server must not grow. `HEAP_MINUTES=15` changes the duration, `HEAP_FIGURES` names a
 * file for the measurements.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { openDatabase, type Database } from '../../server/database';
import { Notifier } from '../../server/features/notifications/notifier';
import { PostgresEventBus } from '../../server/platform/eventBus/postgresEventBus';
import { enterAs } from './support/enterAs';
import { useWorld } from './support/world';

const MINUTES = Number(process.env['HEAP_MINUTES'] ?? 60);
const A_SECOND = 50;
const SAMPLES = 40;
/** The warm-up, which fills the bounded caches. */
const FIFTH = SAMPLES / 5;
const PAGE_MOST_MB = 2;
/** The server cannot be made to collect garbage, so the lowest of several samples counts, with a larger tolerance. */
const SERVER_MOST_MB = 12;
const LONGEST_MS = (MINUTES + 30) * 60_000;

const world = useWorld();
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: world.product.dataDir, forCommand: true, timeoutFactor: 20 });
});
afterAll(() => database?.close());

interface Reader {
  readonly userId: string;
  readonly organizationId: string;
}
/** By user name in the demo's managing organization. */
const readerOf = (userName: string): Promise<Reader> =>
  database.withOwner(async (client) => {
    const { rows } = await client.query<Reader>(
      `select u.id as "userId", o.id as "organizationId" from users u join organizations o on o.id = u.organization_id
       where u.user_name = $1 and o.code = 'MERIDIAN'`,
      [userName],
    );
    if (rows[0] === undefined) throw new Error(`the demo has no ${userName}`);
    return rows[0];
  });

/** Sends at that rate in this process until stopped. Stopping returns the number sent, or throws the sender's error. */
function send({ userId, organizationId }: Reader): () => Promise<number> {
  const notifier = new Notifier(new PostgresEventBus(database.listenerConnection));
  const scope = { organizationId, organizationType: 'VMS', tenantId: organizationId, userId: null } as const;
  const began = performance.now();
  let isStopped = false;
  let sent = 0;
  /** In one transaction, because each of them locks this user's counter. */
  const some = (count: number): Promise<void> =>
    database.withScope(scope, async (queries) => {
      for (let number = sent + 1; number <= sent + count; number += 1) {
        const what = { kind: 'task', what: 'TASK_DUE' } as const;
        const title = `Call number ${number} back`;
        const event = { ...what, taskId: crypto.randomUUID(), title, userId, dueOn: '2026-12-01' };
        const recipients = await notifier.publish(queries, event, { organizationType: 'VMS' });
        if (recipients.length !== 1) throw new Error(`${recipients.length} people were notified of ${title}`);
      }
    });
  const running = (async () => {
    while (!isStopped) {
      const due = Math.floor(((performance.now() - began) / 1_000) * A_SECOND) - sent;
      // On a shared machine the sender catches up in steps.
      const count = Math.min(Math.max(due, 0), A_SECOND);
      await some(count);
      sent += count;
      await delay(100);
    }
    return sent;
  })();
  // Thrown when the sender is stopped.
  running.catch(() => undefined);
  return () => {
    isStopped = true;
    return running;
  };
}

async function heapMb(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

const lowest = (all: readonly number[]): number => Math.min(...all);

it(
  'the memory of the page and of the server is flat',
  async () => {
    const reader = await readerOf('vms.manager');
    const { page, context, troubles } = await enterAs(
      world,
      { userName: 'vms.manager', organizationCode: 'MERIDIAN' },
      '/',
    );
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.waitFor();
    // The panel opens with another tab selected.
    const tasks = page.getByRole('tab', { name: /^Job\/Orders/ });
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.enable');
    const stop = send(reader);
    const [atPage, atServer]: [number[], number[]] = [[], []];
    const began = performance.now();
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      await delay(Math.max(0, began + (MINUTES * 60_000 * sample) / SAMPLES - performance.now()));
      await bell.click();
      await tasks.click();
      await page.locator('.note', { hasText: 'Call number' }).first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.note-panel').waitFor({ state: 'detached' });
      atPage.push(await heapMb(session));
      atServer.push((await world.product.metric('nodejs_heap_size_used_bytes')) / 1e6);
    }
    const sent = await stop();
    const grown = (all: readonly number[]) => lowest(all.slice(-FIFTH)) - lowest(all.slice(FIFTH, 2 * FIFTH));
    const figures = { minutes: MINUTES, sent, page: grown(atPage), server: grown(atServer), atPage, atServer };
    if (process.env['HEAP_FIGURES'] !== undefined) writeFileSync(process.env['HEAP_FIGURES'], JSON.stringify(figures));
    await bell.click();
    await tasks.click();
    await page.locator('.note', { hasText: `Call number ${sent} back` }).waitFor();
    // A busy machine may send fewer, but enough for a meaningful result.
    expect(sent).toBeGreaterThan(MINUTES * 60 * A_SECOND * 0.9);
    expect(figures.page).toBeLessThan(PAGE_MOST_MB);
    expect(figures.server).toBeLessThan(SERVER_MOST_MB);
    expect(troubles).toEqual([]);
    await context.close();
  },
  LONGEST_MS,
);
