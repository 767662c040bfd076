/**
 * Two nodes notified by Redis: what arrives, that no database notification is used, and the effects of a lost Redis.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describeStartFailure } from '../../../server/app/start';
import { serve, type RunningServer } from '../../../server/app/serve';
import { readConfig } from '../../../server/base/config';
import { deriveKeys } from '../../../server/base/keys';
import { openDatabase, type Database } from '../../../server/database';
import { endDueSnoozes } from '../../../server/features/notifications/reminders/reminders';
import type { RedisEventBus } from '../../../server/platform/eventBus/redisEventBus';
import { freePort, until } from '../database/support/processes';
import { LiveClient } from '../notifications/liveClient';
import { startProgram, upTo, type Program, type Reader } from '../notifications/support';
import { startRedis, type TestRedis } from '../support/redis';
import { startTestServer } from '../support/server';
import { vmsOn } from '../support/vms';

const KEYS = deriveKeys('a secret for tests only, long enough to be one');
let redis: TestRedis;
let program: Program;
let second: RunningServer;
let secondDatabase: Database;
const clients: LiveClient[] = [];

beforeAll(async () => {
  redis = await startRedis();
  const settings = { EVENT_BUS_URL: redis.url };
  program = await startProgram('ONE', await startTestServer(settings));
  secondDatabase = await openDatabase(program.server.options);
  const config = readConfig({ ...settings, PORT: '0', PASSWORD_HASHING: 'quick', LOG_LEVEL: 'silent' });
  second = await serve(config, secondDatabase, KEYS);
});
afterEach(() => clients.splice(0).forEach((client) => client.stop()));
afterAll(async () => {
  await second.stop();
  await secondDatabase.close();
  await program.server.stop();
  await redis.stop();
});

async function listen(reader: Reader, url: string): Promise<LiveClient> {
  const ticket = async () =>
    String((await reader.client.get('/api-websocket/v1/websocket/wscontext', { token: reader.token })).json['context']);
  const client = new LiveClient(() => url, ticket);
  clients.push(client);
  await client.start();
  return client;
}

/** A user with a socket at each node. */
async function atBoth(): Promise<{ readonly reader: Reader; readonly sockets: readonly LiveClient[] }> {
  const reader = await program.signedIn('MANAGER');
  return { reader, sockets: [await listen(reader, program.server.url), await listen(reader, second.url)] };
}

const allHave = (sockets: readonly LiveClient[], last: number): Promise<void> =>
  until(() => sockets.every((socket) => socket.last >= last), `${last} at every socket`);

const bothThere = (): Promise<void> =>
  until(
    () => [program.server.app, second.app].every(({ services }) => (services.bus as RedisEventBus).isThere),
    'both nodes at Redis again',
  );

const busAway = async (): Promise<string | undefined> =>
  /^vms_event_bus_away (.*)$/m.exec((await program.server.client().get('/metrics')).text)?.[1];

test('an event reaches the sockets of both nodes without a database notification', async () => {
  const { sockets } = await atBoth();
  const listener = new Client({ connectionString: program.server.options.databaseUrl });
  const received: string[] = [];
  listener.on('notification', ({ payload }) => void received.push(payload ?? ''));
  await listener.connect();
  await listener.query('listen vms_events');
  for (let count = 1; count <= 20; count += 1) await program.announce(`number ${count}`);
  await allHave(sockets, 20);
  await program.owner.executeQuery(sql`select pg_notify('vms_events', 'the last')`.compile(program.owner));
  await until(() => received.includes('the last'), 'what was notified after them');
  await listener.end();
  expect(received).toEqual(['the last']);
  for (const socket of sockets) {
    await socket.flushed();
    expect([socket.sequences, socket.connections]).toEqual([upTo(20), 1]);
  }
});

test('other nodes are notified once the rows can be read, and not for a rolled-back transaction', async () => {
  const { bus } = program.server.app.services;
  const seen: Promise<boolean>[] = [];
  const unsubscribe = second.app.services.bus.subscribe((event) => {
    if (event.kind !== 'records') return;
    const row = program.owner
      .selectFrom('organizations')
      .where('id', '=', event.recordIds[0] ?? '')
      .select('id');
    seen.push(row.executeTakeFirst().then((found) => found !== undefined));
  });
  const addOne = (isKept: boolean) =>
    program.server.database.asOperator(async (queries) => {
      const id = crypto.randomUUID();
      const code = id.slice(0, 8).toUpperCase();
      const values = { id, tenant_id: id, type: 'VMS', code, name: code, footer_email: 'help@example.org' } as const;
      await queries.insertInto('organizations').values(values).execute();
      await bus.publish(queries, { kind: 'records', recordIds: [id], userIds: [] });
      await sql`select pg_sleep(0.01)`.execute(queries);
      if (!isKept) throw new Error('rolled back');
    });
  for (let count = 0; count < 10; count += 1) {
    await expect(addOne(false)).rejects.toThrow('rolled back');
    await addOne(true);
  }
  await until(() => seen.length >= 10, 'ten of them');
  unsubscribe();
  expect(await Promise.all(seen)).toEqual(Array(10).fill(true));
  const foreign = program.owner
    .transaction()
    .execute((queries) => bus.publish(queries, { kind: 'notified', userIds: [] }));
  await expect(foreign).rejects.toThrow('not begun by inTransaction');
});

test('a snooze that is over ends, and the sockets of both nodes are notified', async () => {
  const { reader, sockets } = await atBoth();
  await program.announce('snoozed');
  await allHave(sockets, 1);
  await program.owner
    .updateTable('notification_events')
    .set({ snoozed_until: new Date(0) })
    .where('user_id', '=', reader.user.id)
    .execute();
  await endDueSnoozes(program.server.app.services);
  await until(() => sockets.every((socket) => socket.last > 1), 'its return at both sockets');
});

test('simultaneous writes are sent in few messages, and reach all nodes', async () => {
  const { bus } = program.server.app.services;
  const seen: (readonly string[])[] = [];
  const unsubscribe = second.app.services.bus.subscribe((event) => {
    if (event.kind === 'notified') seen.push(event.userIds);
  });
  const ids = Array.from({ length: 2_500 }, () => crypto.randomUUID());
  await Promise.all(ids.map((id) => bus.publish(program.owner, { kind: 'notified', userIds: [id] })));
  await until(() => seen.flat().length >= ids.length, 'all of them');
  unsubscribe();
  expect(seen.flat()).toEqual(ids);
  // Simultaneous publications are sent together; a message has at most a thousand.
  expect(seen.map((each) => each.length)).toEqual([1_000, 1_000, 500]);
});

test('Redis killed twice during writes: nothing is lost or duplicated, and no socket is closed', async () => {
  const { sockets } = await atBoth();
  let sent = 0;
  let isOver = false;
  const sending = (async () => {
    for (; !isOver; sent += 1) {
      await program.announce(`number ${sent}`);
      await delay(5);
    }
  })();
  for (let round = 0; round < 2; round += 1) {
    const before = sent;
    await until(() => sent > before + 10, 'some that Redis passes on');
    await redis.kill();
    await until(() => sent > before + 20, 'some that it does not');
    await redis.startAgain();
    await bothThere();
  }
  isOver = true;
  await sending;
  await allHave(sockets, sent);
  for (const socket of sockets) {
    await socket.flushed();
    expect([socket.sequences, socket.connections, socket.resets]).toEqual([upTo(sent), 1, 0]);
  }
  const { log } = program.server;
  expect(log.filter((line) => line.includes('the event bus is away'))).toHaveLength(2);
  expect(log.filter((line) => line.includes('the event bus is back'))).toHaveLength(2);
});

test('events during a Redis outage still arrive, including the end of a session', async () => {
  const { sockets } = await atBoth();
  const other = await program.signedIn('FACILITY-1');
  const ending = await listen(other, second.url);
  await redis.kill();
  await until(async () => (await busAway()) === '1', 'the metrics report it');
  await program.announce('meanwhile');
  await program.server.database.asOperator((queries) =>
    program.server.app.services.sessions.endAll(queries, other.user.id, 'revoked'),
  );
  await allHave(sockets, 1);
  await until(() => ending.messages.some(({ topic }) => topic === 'logout'), 'the end of the session');
  expect(sockets.map(({ sequences }) => sequences)).toEqual([[1], [1]]);
  await redis.startAgain();
  await bothThere();
  expect(await busAway()).toBe('0');
  await program.announce('after');
  await allHave(sockets, 2);
});

test('a Redis that does not answer counts as lost', async () => {
  const { sockets } = await atBoth();
  redis.freeze();
  try {
    await program.announce('into the silence');
    await allHave(sockets, 1);
    await until(() => !(second.app.services.bus as RedisEventBus).isThere, 'it is taken for lost');
  } finally {
    redis.thaw();
  }
  await program.announce('after');
  await allHave(sockets, 2);
  await Promise.all(sockets.map((socket) => socket.flushed()));
  expect(sockets.map(({ sequences }) => sequences)).toEqual([upTo(2), upTo(2)]);
});

test('an operator’s command reaches the sockets of running nodes', async () => {
  const reader = await program.signedIn('MANAGER');
  const socket = await listen(reader, second.url);
  const { organizationCode, userName } = reader.user;
  const args = ['end-sessions', '--organization', organizationCode, '--username', userName];
  const ended = await vmsOn(program.server)(args, { EVENT_BUS_URL: redis.url });
  expect(ended).toMatchObject({ code: 0, errors: '' });
  await until(() => socket.messages.some(({ topic }) => topic === 'logout'), 'the end of the session');
});

describe('a wrong EVENT_BUS_URL', () => {
  const servers: Server[] = [];
  let locked: TestRedis;
  beforeAll(async () => {
    locked = await startRedis('--requirepass', 'open-sesame');
  });
  afterAll(async () => {
    await locked.stop();
    for (const server of servers) server.close();
  });
  const answering = async (text: string | undefined): Promise<string> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (text !== undefined) socket.once('data', () => socket.end(text));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const WRONG: Readonly<Record<string, () => Promise<string>>> = {
    'where nothing listens': async () => `redis://127.0.0.1:${await freePort()}`,
    'of a web server': () => answering('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
    'of something that says nothing': () => answering(undefined),
    'with a wrong password': async () => `redis://:guessed-7@127.0.0.1:${locked.port}`,
    'without the password': async () => locked.url,
  };

  test.each(Object.keys(WRONG))('%s aborts the start with one line, and doctor reports it', async (name) => {
    const url = await WRONG[name]!();
    const database = await openDatabase(program.server.options);
    try {
      const config = readConfig({ EVENT_BUS_URL: url, PORT: '0', LOG_LEVEL: 'silent' });
      const failure = await serve(config, database, KEYS).then(() => 'it started', describeStartFailure);
      expect(failure).toMatch(/^EVENT_BUS_URL cannot be used \([^\n]+\)\. Check the address[^\n]+$/);
      expect(failure).not.toContain('guessed-7');
      const { code, out } = await vmsOn(program.server)(['doctor'], { EVENT_BUS_URL: url });
      expect(code).toBe(1);
      expect(out).toMatch(/^WRONG event bus: EVENT_BUS_URL cannot be used \(/m);
    } finally {
      await database.close();
    }
  });

  test('doctor accepts a right one, with its password', async () => {
    const { out } = await vmsOn(program.server)(['doctor'], {
      EVENT_BUS_URL: `redis://:open-sesame@127.0.0.1:${locked.port}`,
    });
    expect(out).toMatch(/^ok {4}event bus: a message came back in [\d.]+ ms$/m);
  });

  test('that is not a Redis address is refused before anything is opened', () => {
    expect(() => readConfig({ EVENT_BUS_URL: 'http://localhost:6379' })).toThrow(
      'EVENT_BUS_URL must be an address that starts with redis:// or rediss://.',
    );
  });
});
