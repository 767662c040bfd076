/** Live events over real sockets: candidates' messages, and a bus that stops and recovers. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SocketMessage } from '../../../contract/notifications/realtime.endpoints';
import { APP_ROLE } from '../../../server/database/roles';
import type { PostgresEventBus } from '../../../server/platform/eventBus/postgresEventBus';
import type { ChatMessage } from '../../../contract/chat/chat';
import { postMessage } from '../../../server/features/chat/messages';
import { readUnreadChat } from '../../../server/features/chat/unread';
import { LiveClient } from '../notifications/liveClient';
import { SECTIONS, startProgram, upTo, type Program, type Reader } from '../notifications/support';

let program: Program;
const clients: LiveClient[] = [];

beforeAll(async () => {
  program = await startProgram();
});
afterEach(() => clients.splice(0).forEach((client) => client.stop()));
afterAll(() => program.server.stop());

async function listen(reader: Reader): Promise<LiveClient> {
  const ticket = async () =>
    String((await reader.client.get('/api-websocket/v1/websocket/wscontext', { token: reader.token })).json['context']);
  const client = new LiveClient(() => program.server.url, ticket);
  clients.push(client);
  await client.start();
  return client;
}

/** The subjects of received messages by topic, in the order of arrival. */
const subjectsOf = ({ messages }: LiveClient): [topic: string, subject: string][] =>
  messages.flatMap((message) =>
    'events' in message
      ? message.events.flatMap(({ notification }): [string, string][] =>
          notification ? [[message.topic, notification.subject]] : [],
        )
      : [],
  );

const changesOf = ({ messages }: LiveClient) =>
  messages
    .filter((message): message is Extract<SocketMessage, { topic: 'chat' }> => message.topic === 'chat')
    .map(({ changes }) => changes);
const chatOf = (client: LiveClient): ChatMessage[] => changesOf(client).flatMap(({ messages }) => messages);

/** Once the socket has sent the chat position: later messages are new. */
async function listenToChat(reader: Reader): Promise<LiveClient> {
  const client = await listen(reader);
  await until(() => changesOf(client).length > 0, 'where the chat stands');
  return client;
}

/** A user with the app open. */
async function beginning(...who: Parameters<Program['signedIn']>): Promise<Reader> {
  const reader = await program.signedIn(...who);
  await reader.client.get('/api-user/v1/chat/changes', { token: reader.token });
  return reader;
}

async function until(isSo: () => boolean, what: string, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !isSo(); await delay(10)) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
  }
}

const write = (text: string, author: { id: string; name: string } | null = null) =>
  program.server.database.withScope(program.scope(), (queries) =>
    postMessage(queries, program.server.app.services.bus, {
      candidateId: program.world.candidateOf[0],
      text,
      author,
    }),
  );

const threadPath = () => `/api-user/v1/chat/candidates/${program.world.candidateOf[0]}`;
const readAll = async ({ client, token }: Reader): Promise<readonly ChatMessage[]> =>
  (await client.get(`${threadPath()}/messages`, { token })).json['messages'] as ChatMessage[];
const markRead = ({ client, token }: Reader, number: number) =>
  client.post(`${threadPath()}/read`, { number }, { token });

describe('the chat topic', () => {
  test('reaches those responsible for the candidate, on each of their sockets, and no one else', async () => {
    const [manager, supplier, other, facility, without] = await Promise.all([
      beginning('MANAGER'),
      beginning('SUPPLIER-1'),
      beginning('SUPPLIER-2'),
      beginning('FACILITY-1'),
      beginning(
        'SUPPLIER-1',
        SECTIONS.filter((permission) => permission !== 'MENU_CANDIDATE'),
      ),
    ]);
    const listening = await Promise.all([manager, supplier, supplier].map(listenToChat));
    const deaf = await Promise.all([other, facility, without].map(listen));
    await write('Hello <b>there</b>');
    await until(() => listening.every((client) => chatOf(client).length === 1), 'a message on three sockets');
    expect(chatOf(listening[1]!)[0]).toMatchObject({
      candidateId: program.world.candidateOf[0],
      authorName: 'A B',
      fromCandidate: true,
      text: 'Hello <b>there</b>',
      createdDate: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    });
    for (const client of listening) {
      const [greeting, news] = changesOf(client);
      expect(greeting).toMatchObject({ threads: [], messages: [] });
      expect(news).toMatchObject({ after: greeting?.position, unread: 1, threads: [{ unread: 1 }] });
    }
    await Promise.all([...listening, ...deaf].map((client) => client.flushed()));
    expect([...listening, ...deaf].map((client) => chatOf(client).length)).toEqual([1, 1, 1, 0, 0, 0]);
  });

  test('reaches all sides; the unread call has what candidates wrote since, for permitted users', async () => {
    const [author, reader] = [await beginning('MANAGER'), await beginning('SUPPLIER-1')];
    const [own, others] = [await listenToChat(author), await listenToChat(reader)];
    await write('An answer', { id: author.user.id, name: 'Robin' });
    await until(() => chatOf(others).length === 1, 'the answer at the others');
    const since = chatOf(others)[0]!.createdDate;
    await until(() => Date.now() > Date.parse(since), 'a later moment');
    await write('one');
    await write('two');
    const requestUnread = (of: Reader, candidateIds: readonly string[], lastCreatedDate?: string) =>
      of.post<{ records: { text: string }[]; count: number }>('/chat/unread', {
        candidateIds,
        context: undefined,
        ...(lastCreatedDate && { lastCreatedDate }),
      });
    const all = await requestUnread(reader, [], since);
    expect([all.count, all.records.map(({ text }) => text)]).toEqual([2, ['two', 'one']]);
    expect(await requestUnread(reader, [program.world.candidateOf[0]], since)).toEqual(all);
    expect(await requestUnread(reader, [])).toEqual({ records: [], count: 0 });
    // Read on another device.
    const { number } = (await readAll(reader)).find(({ text }) => text === 'one')!;
    await markRead(reader, number);
    const rest = await requestUnread(reader, [], since);
    expect([rest.count, rest.records.map(({ text }) => text)]).toEqual([1, ['two']]);
    await markRead(reader, number + 1);
    expect(await requestUnread(reader, [program.world.candidateOf[0]], since)).toEqual({ records: [], count: 0 });
    expect(await requestUnread(author, [], since)).toEqual(all);
    expect(await requestUnread(await beginning('SUPPLIER-2'), [], since)).toEqual({ records: [], count: 0 });
    await until(() => chatOf(own).length === 3, 'all of it at the author');
    expect(chatOf(own).map(({ text }) => text)).toEqual(['An answer', 'one', 'two']);
  });
});

test('a broadcast has its own topic, in one sequence with everything else', async () => {
  const reader = await program.signedIn('MANAGER');
  await program.announce('before');
  const client = await listen(reader);
  await program.publish({ kind: 'company', what: 'BROADCAST', subject: 'news', text: 'Something is new.' });
  await program.announce('after');
  await until(() => client.last === 3, 'all three');
  expect(subjectsOf(client)).toEqual([
    ['notifications', 'before'],
    ['broadcasts', 'news'],
    ['notifications', 'after'],
  ]);
  expect(client.sequences).toEqual(upTo(3));
});

test('500 missed events arrive after reconnecting, in order, each once', async () => {
  const reader = await program.signedIn('MANAGER');
  await program.announce('the first of them');
  const { id } = reader.user;
  await sql`
    with first as (select * from notification_events where user_id = ${id} and sequence = 1), further as (
      insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
      select c.tenant_id, c.category_code, c.sub_category_code, c.content, c.search_text
      from notification_contents c join first on first.content_id = c.id, generate_series(2, 500)
      returning id)
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab)
    select f.user_id, f.organization_id, 1 + row_number() over (), f.occurred_at, further.id, f.tab
    from first f, further`.execute(program.owner);
  await sql`update notification_counters set last_sequence = 500 where user_id = ${id}`.execute(program.owner);
  const client = await listen(reader);
  await until(() => client.last >= 500, 'all of them');
  expect([client.sequences, client.resets]).toEqual([upTo(500), 0]);
});

test('events since then are found without reading all earlier ones', async () => {
  await sql`insert into chat_messages (tenant_id, agency_id, candidate_id, from_candidate, author_name, text, created_at,
      number, received, version)
    select tenant_id, agency_id, id, true, 'A B', 'old', now() - interval '1 minute' * n, 100000 + n, 0, 0
    from candidates, generate_series(10, 20000) n where id = ${program.world.candidateOf[0]}`.execute(program.owner);
  await sql`analyze chat_messages`.execute(program.owner);
  const since = new Date().toISOString();
  await write('new');
  const { answer, scans } = await program.server.database.withScope(program.scope(), async (queries) => ({
    answer: await readUnreadChat(queries, [], since),
    scans: await sql<{ whole: string; since: string }>`
      select pg_stat_get_xact_numscans('chat_messages'::regclass) as whole,
        pg_stat_get_xact_numscans('chat_messages_since'::regclass) as since`.execute(queries),
  }));
  expect(answer.records.map(({ text }) => text)).toEqual(['new']);
  expect(scans.rows.map(({ whole, since: used }) => [Number(whole), Number(used)])).toEqual([[0, 1]]);
});

describe('if the listening connection dies', () => {
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and usename = ${APP_ROLE} and application_name = ''`.execute(program.owner);
    return rows.map(({ pid }) => pid);
  };
  /** The server detects it, and listens again a second later. */
  const cutBus = async (): Promise<void> => {
    let pids = await listeners();
    for (; pids.length === 0; pids = await listeners()) await delay(10);
    expect(pids.length).toBe(1);
    await sql`select pg_terminate_backend(${pids[0]})`.execute(program.owner);
    while ((await listeners()).includes(pids[0]!)) await delay(10);
  };
  /** The server does not listen again until the returned function is called. */
  const holdBus = (): (() => void) => {
    const bus = program.server.app.services.bus as PostgresEventBus;
    const start = bus.start.bind(bus);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    jest.spyOn(bus, 'start').mockImplementation((log) => released.then(() => start(log)));
    return release;
  };

  test('missed events arrive automatically, in order, once, also on a second socket', async () => {
    const reader = await program.signedIn('MANAGER');
    const [one, two] = [await listen(reader), await listen(reader)];
    await program.announce('before');
    await until(() => one.last === 1 && two.last === 1, 'the first');
    for (let round = 0; round < 3; round += 1) {
      await cutBus();
      // Usually no node receives these, because the bus is down for a second.
      for (let count = 0; count < 10; count += 1) await program.announce(`unheard ${round}/${count}`);
      await until(() => one.last === 1 + 11 * round + 10, 'the missed events');
      await program.announce('after');
      await until(() => one.last === 1 + 11 * (round + 1) && two.last === one.last, 'the next one');
    }
    for (const client of [one, two]) {
      await client.flushed();
      expect(client.sequences).toEqual(upTo(34));
      expect([client.resets, client.connections]).toEqual([0, 1]);
    }
  });

  test('a chat message of that second arrives automatically, once', async () => {
    const reader = await beginning('SUPPLIER-1');
    const client = await listenToChat(reader);
    await write('heard');
    await until(() => chatOf(client).length === 1, 'a message');
    const release = holdBus();
    await cutBus();
    await write('unheard');
    release();
    await until(() => chatOf(client).length === 2, 'the missed events');
    await write('after');
    await until(() => chatOf(client).length === 3, 'the next one');
    await client.flushed();
    expect(chatOf(client).map(({ text }) => text)).toEqual(['heard', 'unheard', 'after']);
    const updates = changesOf(client);
    expect(updates.map(({ after }) => after).slice(1)).toEqual(updates.map(({ position }) => position).slice(0, -1));
  });
});
