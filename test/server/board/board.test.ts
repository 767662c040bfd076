/** The shared board: acknowledging, assigning, shift handover; of two simultaneous actions one is first. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { validator, type Schema } from '@exodus/schemasafe';
import { sql } from 'kysely';
import type { Queries } from '../../../server/database';
import { readBoard } from '../../../server/features/board/board';
import { LiveClient } from '../notifications/liveClient';
import { startProgram, type Program, type Reader } from '../notifications/support';
import type { Answer } from '../support/client';

let program: Program;
let one: Reader;
let other: Reader;
let third: Reader;
let facility: Reader;
const BOARD = '/api-user/v1/board';

beforeAll(async () => {
  program = await startProgram('ONE');
  one = await program.signedIn('MANAGER');
  other = await program.signedIn('MANAGER');
  third = await program.signedIn('MANAGER');
  facility = await program.signedIn('FACILITY-1');
});
afterEach(() => clients.splice(0).forEach((client) => client.stop()));
afterAll(() => program.server.stop());

const clients: LiveClient[] = [];

/** The id of a notification to all users of the program. */
async function notify(subject = randomUUID()): Promise<string> {
  await program.announce(subject);
  const event = (await one.since(0)).events.find(
    (each) => 'notification' in each && each.notification.subject === subject,
  );
  if (event === undefined || !('notification' in event)) throw new Error('it did not come');
  return event.notification.id;
}
const acknowledge = (by: Reader, id: string): Promise<Answer> =>
  by.client.post(`${BOARD}/entries/${id}/acknowledge`, {}, { token: by.token });
const assign = (by: Reader, id: string, assigneeId: string | null, version: number): Promise<Answer> =>
  by.client.request('PUT', `${BOARD}/entries/${id}/assignee`, { token: by.token, body: { assigneeId, version } });
const state = async (by: Reader) => (await by.client.get(BOARD, { token: by.token })).json;
const entryOf = async (by: Reader, id: string) =>
  ((await state(by))['entries'] as { notificationId: string }[]).find(({ notificationId }) => notificationId === id);
const handOver = (by: Reader, note: string, requestId: string = randomUUID()): Promise<Answer> =>
  by.client.post(`${BOARD}/handovers`, { requestId, note }, { token: by.token });
const takeOver = (by: Reader, id: unknown): Promise<Answer> =>
  by.client.post(`${BOARD}/handovers/${String(id)}/acknowledge`, {}, { token: by.token });

test('one user acknowledges for the whole organization, and no other organization sees it', async () => {
  const id = await notify();
  const { status, json } = await acknowledge(one, id);
  expect([status, json]).toMatchObject([200, { notificationId: id, assigneeId: one.user.id, version: 1 }]);
  expect(json['acknowledgedBy']).toBe(json['assignee']);
  expect(await entryOf(other, id)).toEqual(json);
  expect(await entryOf(facility, id)).toBeUndefined();
  expect((await acknowledge(facility, id)).status).toBe(200);
});

test('if two people act at the same time, the second learns who was first and when; repeating the click changes nothing', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await notify();
    const answers = await Promise.all([one, other].map((by) => acknowledge(by, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first, second] = answers[0]?.status === 200 ? [one, other] : [other, one];
    const entry = (await entryOf(one, id)) as { assigneeId?: string } | undefined;
    expect(entry?.assigneeId).toBe(first.user.id);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json['errorMessage']).toMatch(/^Robin Fixture was first: acknowledged at .*\d:\d\d [AP]M.*\.$/);
    expect((await acknowledge(first, id)).json).toEqual(entry);
    expect((await acknowledge(second, id)).status).toBe(409);
  }
});

test('an entry is assigned to a colleague who received it, by a user who saw its latest state', async () => {
  const id = await notify();
  const given = await assign(one, id, other.user.id, 0);
  expect([given.status, given.json]).toMatchObject([200, { assigneeId: other.user.id, version: 1 }]);
  expect((await assign(other, id, one.user.id, 0)).status).toBe(409);
  const faster = await Promise.all([assign(one, id, one.user.id, 1), assign(other, id, null, 1)]);
  expect(faster.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { version } = (await entryOf(one, id)) as unknown as { version: number };
  expect(version).toBe(2);
  expect((await assign(one, id, null, 2)).json).toMatchObject({ assigneeId: null, assignee: null, assignedAt: null });
  const stranger = await assign(one, id, facility.user.id, 3);
  expect([stranger.status, stranger.json['errorMessage']]).toEqual([
    400,
    'This colleague did not receive this notification. Please choose another one.',
  ]);
});

describe.each(['STICKY', 'QUIET'] as const)('a colleague whose rule makes the toast %s', (toast) => {
  let ben: Reader;
  let mine: string;
  let theirs: string;
  beforeEach(async () => {
    ben = await program.signedIn('MANAGER');
    await program.owner
      .insertInto('notification_rules')
      .values({
        ...{ user_id: ben.user.id, organization_id: ben.user.organizationId, position: 0, kinds: ['COMPANY'] },
        ...{ facility_id: null, supplier_id: null, words: '', toast, push: null, mail: null },
      })
      .execute();
    mine = await notify();
    const [event] = (await ben.since(0)).events;
    theirs = event !== undefined && 'notification' in event ? event.notification.id : '';
  });
  afterEach(() => program.owner.deleteFrom('notification_rules').where('user_id', '=', ben.user.id).execute());

  test('shares the entry: only one of them is the first to acknowledge it', async () => {
    const { json } = await acknowledge(one, mine);
    expect(await entryOf(ben, theirs)).toEqual({ ...json, notificationId: theirs });
    const second = await acknowledge(ben, theirs);
    expect([second.status, second.json['errorMessage']]).toEqual([
      409,
      expect.stringMatching(/^Robin Fixture was first/),
    ]);
    expect((await acknowledge(one, mine)).json).toEqual(json);
    expect(await entryOf(other, mine)).toEqual(json);
  });

  test('can be assigned to it, and assign it to others', async () => {
    const given = await assign(one, mine, ben.user.id, 0);
    expect([given.status, given.json]).toMatchObject([200, { notificationId: mine, assigneeId: ben.user.id }]);
    const back = await assign(ben, theirs, one.user.id, 1);
    expect([back.status, back.json]).toMatchObject([
      200,
      { notificationId: theirs, assigneeId: one.user.id, version: 2 },
    ]);
    expect(await entryOf(one, mine)).toEqual({ ...back.json, notificationId: mine });
    expect((await acknowledge(one, theirs)).status).toBe(404);
  });

  test('keeps the entry, even if no one else has the notification anymore', async () => {
    const { json } = await acknowledge(one, mine);
    await program.owner.deleteFrom('notification_events').where('content_id', '=', mine).execute();
    await sql`select notification_sweep(now())`.execute(program.owner);
    expect(await entryOf(ben, theirs)).toEqual({ ...json, notificationId: theirs });
    await program.owner.deleteFrom('notification_events').where('content_id', '=', theirs).execute();
    for (let time = 0; time < 2; time++) await sql`select notification_sweep(now())`.execute(program.owner);
    const left = await program.owner
      .selectFrom('board_entries')
      .where('content_id', 'in', [mine, theirs])
      .select('version')
      .execute();
    expect(left).toEqual([]);
  });
});

test('an entry that the caller did not receive is not found', async () => {
  const mine = await program.user('MANAGER');
  const event = {
    kind: 'task',
    what: 'TASK_DUE',
    taskId: randomUUID(),
    title: 'Call back',
    userId: mine.id,
    dueOn: '2026-11-20',
  } as const;
  await program.publish(event);
  const { id } = await program.owner
    .selectFrom('notification_contents')
    .where('sub_category_code', '=', 'TASK_DUE')
    .select('id')
    .executeTakeFirstOrThrow();
  const absent = await acknowledge(one, randomUUID());
  const foreign = await acknowledge(one, id);
  expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text]);
  expect([absent.status, (await assign(one, id, one.user.id, 0)).status]).toEqual([404, 404]);
});

test('a shift hands over once per request; the next one takes over once, and no author takes over their own note', async () => {
  const requestId = randomUUID();
  const written = await Promise.all(
    [1, 2, 3].map(() => handOver(one, 'Two disputes at Lakeside are open.', requestId)),
  );
  expect(new Set(written.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const id = written[0]?.json['handoverId'];
  expect(await state(other)).toMatchObject({ handovers: [{ handoverId: id, acknowledgedBy: null }] });
  expect(await state(facility)).toMatchObject({ handovers: [], hasOlderHandovers: false, lastTakenOver: null });
  const own = await takeOver(one, id);
  expect([own.status, own.json['errorMessage']]).toEqual([409, expect.stringMatching(/^You wrote this note yourself/)]);
  const answers = await Promise.all([other, third].map((by) => takeOver(by, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.json['errorMessage']).toMatch(
    /^Robin Fixture was first: the note from Robin Fixture was taken over at .*\d:\d\d [AP]M.*\.$/,
  );
  const first = answers[0]?.status === 200 ? other : third;
  expect((await takeOver(first, id)).status).toBe(200);
  expect([(await takeOver(facility, id)).status, (await takeOver(other, randomUUID())).status]).toEqual([404, 404]);
  expect((await handOver(one, ' \u200b ')).status).toBe(400);
});

const written = async (by: Reader, note: string) => String((await handOver(by, note)).json['handoverId']);
const openNotes = async (by: Reader) =>
  ((await state(by))['handovers'] as { handoverId: string }[]).map(({ handoverId }) => handoverId);
/** Without the notes of other tests. */
const clearNotes = () => sql`delete from board_handovers`.execute(program.owner);

test('a second note does not hide the first: both are shown until each is taken over', async () => {
  await clearNotes();
  const [first, second] = [await written(one, 'Bed 4 is waiting.'), await written(third, 'Lakeside calls back.')];
  expect(await openNotes(other)).toEqual([first, second]);
  expect((await takeOver(other, second)).json).toMatchObject({ handoverId: second, acknowledgedBy: 'Robin Fixture' });
  expect(await state(one)).toMatchObject({ handovers: [{ handoverId: first }], lastTakenOver: { handoverId: second } });
  expect((await takeOver(third, second)).status).toBe(409);
  expect(await openNotes(other)).toEqual([first]);
  expect((await takeOver(third, first)).status).toBe(200);
  expect(await state(one)).toMatchObject({ handovers: [], lastTakenOver: { handoverId: first } });
});

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const text: Schema = { type: 'string' };
const moment: Schema = { type: 'string', format: 'date-time' };
const objectOf = (properties: Record<string, Schema>): Schema => ({
  ...{ type: 'object', required: Object.keys(properties) },
  properties,
});
/** What the page of the release before several notes requires of the state; it ignores further fields. */
const EARLIER_STATE = objectOf({
  boardId: text,
  asOf: moment,
  entries: {
    type: 'array',
    items: objectOf({
      notificationId: text,
      acknowledgedBy: nullable(text),
      acknowledgedAt: moment,
      assigneeId: nullable(text),
      assignee: nullable(text),
      assignedAt: nullable(moment),
      version: { type: 'integer' },
    }),
  },
  people: nullable({ type: 'array', items: objectOf({ userId: text, name: text }) }),
  handover: nullable(
    objectOf({
      handoverId: text,
      note: text,
      author: nullable(text),
      createdAt: moment,
      acknowledgedBy: nullable(text),
      acknowledgedAt: nullable(moment),
    }),
  ),
  alarms: {
    type: 'array',
    items: objectOf({
      alarmId: text,
      name: text,
      text,
      raisedAt: moment,
      acknowledgedBy: nullable(text),
      acknowledgedAt: nullable(moment),
      escalatedAt: nullable(moment),
      calmSince: nullable(moment),
    }),
  },
});

test('a page that was opened before the upgrade still reads the board, and shows the newest open note or the last one taken over', async () => {
  await clearNotes();
  await acknowledge(one, await notify());
  await sql`
    insert into board_alarms (organization_id, name, text, found, raised_at)
    values (${one.user.organizationId}, 'Nights', '12 timesheets were disputed.', 12, now())`.execute(program.owner);
  const accepts = validator(EARLIER_STATE, { isJSON: true, requireStringValidation: false, requireValidation: false });
  const shown = async (since?: unknown) => {
    const json = since === undefined ? await state(other) : await later(other, since);
    expect([accepts(json as never), (json['alarms'] as object[]).length]).toEqual([true, 1]);
    return json['handover'];
  };
  try {
    expect(await shown()).toBeNull();
    const [first, second] = [await written(one, 'Bed 4 is waiting.'), await written(third, 'Lakeside calls back.')];
    const { asOf } = await state(other);
    expect(await shown(asOf)).toMatchObject({ handoverId: second, note: 'Lakeside calls back.', acknowledgedAt: null });
    await takeOver(other, second);
    expect(await shown()).toMatchObject({ handoverId: first, acknowledgedAt: null });
    await takeOver(third, first);
    expect(await shown(asOf)).toMatchObject({ handoverId: first, acknowledgedBy: 'Robin Fixture' });
  } finally {
    await sql`delete from board_alarms`.execute(program.owner);
    await clearNotes();
  }
});

test('a note is shown for 14 days; of more than 20 the newest are shown, and that there are older ones', async () => {
  await clearNotes();
  const ids: string[] = [];
  for (let count = 0; count < 21; count += 1) ids.push(await written(one, `Note ${count}`));
  expect([await openNotes(other), (await state(other))['hasOlderHandovers']]).toEqual([ids.slice(1), true]);
  await takeOver(other, ids[20]);
  expect([await openNotes(other), (await state(other))['hasOlderHandovers']]).toEqual([ids.slice(0, 20), false]);
  const makeOlder = (id: string | undefined, age: string) =>
    sql`update board_handovers set created_at = now() - ${age}::interval where id = ${id}`.execute(program.owner);
  await makeOlder(ids[0], '13 days 23 hours');
  await makeOlder(ids[1], '14 days 1 minute');
  expect(await openNotes(other)).toEqual([ids[0], ...ids.slice(2, 20)]);
  await clearNotes();
});

test('the notes of years are not read with each state of the board', async () => {
  await clearNotes();
  await sql`
    insert into board_handovers (organization_id, request_id, note, created_at, acknowledged_at)
    select ${one.user.organizationId}, gen_random_uuid(), 'Nothing is open.', now() - n * interval '8 hours',
      case when n % 2 = 0 then now() - n * interval '8 hours' end
    from generate_series(1, 5000) n`.execute(program.owner);
  await sql`analyze board_handovers`.execute(program.owner);
  const rows = await rowsReadBy(other, (queries) => readBoard(queries, null), ['board_handovers']);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(200);
  await clearNotes();
});

test('an open board is notified of each change, and no other board is', async () => {
  const listen = async (reader: Reader) => {
    const ticket = async () =>
      String(
        (await reader.client.get('/api-websocket/v1/websocket/wscontext', { token: reader.token })).json['context'],
      );
    const client = new LiveClient(() => program.server.url, ticket);
    clients.push(client);
    await client.start();
    return client;
  };
  const id = await notify();
  const { boardId } = await state(other);
  const [looking, elsewhere] = [await listen(other), await listen(facility)];
  const changesAt = ({ messages }: LiveClient) =>
    messages.filter((message) => 'recordIds' in message && message.recordIds.includes(String(boardId))).length;
  await acknowledge(one, id);
  for (const end = Date.now() + 60_000; changesAt(looking) === 0; await delay(20))
    if (Date.now() > end) throw new Error('not within a minute: the change');
  await elsewhere.flushed();
  expect(changesAt(elsewhere)).toBe(0);
});

test('it can be acknowledged however many colleagues have the board open', async () => {
  const id = await notify();
  const { boardId } = await state(other);
  await sql`
    insert into record_watches (record_id, user_id, tenant_id, until)
    select ${String(boardId)}::uuid, gen_random_uuid(), ${program.world.tenantId}::uuid, now() + interval '1 hour'
    from generate_series(1, 210)`.execute(program.owner);
  expect((await acknowledge(one, id)).status).toBe(200);
  await sql`delete from record_watches`.execute(program.owner);
});

const later = async (by: Reader, since: unknown) =>
  (await by.client.get(`${BOARD}?since=${encodeURIComponent(String(since))}`, { token: by.token })).json;
const versionsOf = ({ entries }: Record<string, unknown>) =>
  new Map(
    (entries as { notificationId: string; version: number }[]).map((each) => [each.notificationId, each.version]),
  );
/** As if everything so far had happened that long ago. */
const makeOld = async (age = '10 minutes') => {
  await sql`alter table board_entries disable trigger board_entries_changed`.execute(program.owner);
  await sql`update board_entries set changed_at = changed_at - ${age}::interval`.execute(program.owner);
  await sql`alter table board_entries enable trigger board_entries_changed`.execute(program.owner);
  await sql`update notification_events set occurred_at = occurred_at - ${age}::interval`.execute(program.owner);
};

test('a board that was loaded before gets only what has changed since, also what became unassigned', async () => {
  const [old, taken, left] = [await notify(), await notify(), await notify()];
  for (const id of [old, left]) await acknowledge(one, id);
  await makeOld();
  const first = await state(other);
  expect([...versionsOf(first).keys()]).toEqual(expect.arrayContaining([old, left]));
  expect((first['people'] as object[]).length).toBeGreaterThan(1);
  const nothing = await later(other, first['asOf']);
  expect([versionsOf(nothing).size, nothing['people']]).toEqual([0, null]);
  expect(nothing).toMatchObject({ handovers: first['handovers'], lastTakenOver: first['lastTakenOver'] });
  await acknowledge(one, taken);
  await assign(other, left, null, 1);
  expect([...versionsOf(await later(other, first['asOf']))].sort()).toEqual(
    [
      [taken, 1],
      [left, 2],
    ].sort(),
  );
});

test('a board that was away for long gets its own entries, however many of colleagues have changed since', async () => {
  const mine = await notify();
  await makeOld('2 hours');
  await acknowledge(one, mine);
  await sql`
    with made as (
      insert into notification_contents (id, tenant_id, category_code, sub_category_code, content, search_text)
      select gen_random_uuid(), ${program.world.tenantId}, 'COMPANY', 'COMPANY', '{}', 'many'
      from generate_series(1, 600) returning id)
    insert into board_entries (organization_id, content_id, acknowledged_at)
    select ${program.world.tenantId}, id, now() + interval '1 hour' from made`.execute(program.owner);
  try {
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const { entries, people } = await later(other, anHourAgo);
    expect((entries as { notificationId: string }[]).map(({ notificationId }) => notificationId)).toContain(mine);
    expect(people).not.toBeNull();
  } finally {
    await sql`delete from board_entries where acknowledged_at > now()`.execute(program.owner);
  }
});

test('the state has the newest 500 entries; older ones are found by the ids of the caller’s notifications', async () => {
  const reader = await program.signedIn('MANAGER');
  const [oldest, open] = [await notify(), await notify()];
  const { json } = await acknowledge(one, oldest);
  await sql`
    with made as (
      insert into notification_contents (id, tenant_id, category_code, sub_category_code, content, search_text)
      select gen_random_uuid(), ${program.world.tenantId}, 'COMPANY', 'COMPANY', '{}', 'many'
      from generate_series(1, 500) returning id),
    had as (
      insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab)
      select ${reader.user.id}, ${reader.user.organizationId}, 1000 + row_number() over (),
        date_trunc('milliseconds', now()), id, 'BROADCAST'
      from made)
    insert into board_entries (organization_id, content_id, acknowledged_at)
    select ${program.world.tenantId}, id, now() + interval '1 hour' from made`.execute(program.owner);
  await sql`analyze board_entries, notification_contents, notification_events`.execute(program.owner);
  try {
    expect(versionsOf(await state(reader)).size).toBe(500);
    expect(await entryOf(reader, oldest)).toBeUndefined();
    const find = (by: Reader, notificationIds: readonly string[]) =>
      by.client.post(`${BOARD}/entries/find`, { notificationIds }, { token: by.token });
    expect((await find(reader, [oldest, open, randomUUID()])).json).toEqual({ entries: [json] });
    const late = await program.signedIn('MANAGER');
    expect((await find(late, [oldest])).json).toEqual({ entries: [] });
    expect((await find(facility, [oldest])).json).toEqual({ entries: [] });
    expect((await find(reader, [])).status).toBe(400);
  } finally {
    await sql`delete from board_entries where acknowledged_at > now()`.execute(program.owner);
  }
});

test('a notification that comes after its entry brings the entry', async () => {
  const id = await notify();
  await acknowledge(one, id);
  const late = await program.signedIn('MANAGER');
  await makeOld();
  const { asOf } = await state(late);
  await sql`
    insert into notification_counters (user_id, organization_id, last_sequence, last_at)
    values (${late.user.id}, ${late.user.organizationId}, 1, date_trunc('milliseconds', now()))`.execute(program.owner);
  await sql`
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab)
    values (${late.user.id}, ${late.user.organizationId}, 1, date_trunc('milliseconds', now()), ${id}, 'BROADCAST')`.execute(
    program.owner,
  );
  expect([...versionsOf(await later(late, asOf))]).toEqual([[id, 1]]);
});

test('neither many entries of the organization nor many notifications of a person are read in full', async () => {
  const mine = await notify();
  await acknowledge(one, mine);
  const few = await program.signedIn('MANAGER');
  const own = await notify();
  await acknowledge(few, own);
  const contents = sql`
    insert into notification_contents (id, tenant_id, category_code, sub_category_code, content, search_text)
    select gen_random_uuid(), ${program.world.tenantId}, 'COMPANY', 'COMPANY', '{}', 'many'
    from generate_series(1, 20000) returning id`;
  await sql`
    with made as (${contents})
    insert into board_entries (organization_id, content_id, acknowledged_at)
    select ${program.world.tenantId}, id, now() + interval '1 hour' from made`.execute(program.owner);
  await sql`analyze board_entries, notification_contents, notification_events`.execute(program.owner);
  try {
    const rows = await rowsReadBy(few, (queries) => readBoard(queries, null));
    expect(rows).toBeLessThan(10_000);
    expect([...versionsOf(await state(few)).keys()]).toEqual([own]);
    const { asOf } = await state(few);
    await makeOld();
    expect(await rowsReadBy(few, (queries) => readBoard(queries, String(asOf)))).toBeLessThan(500);
  } finally {
    await sql`delete from board_entries where acknowledged_at > now()`.execute(program.owner);
  }
});

/** From these tables, by scans and by indexes. */
const rowsReadBy = (
  by: Reader,
  read: (queries: Queries) => Promise<unknown>,
  tables = ['board_entries', 'notification_events', 'notification_contents'],
): Promise<number> =>
  program.server.database.withScope(program.scope('MANAGER', by.user.id), async (queries) => {
    const counted = async () => {
      const { rows } = await sql<{ count: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count from pg_stat_xact_user_tables
        where relname = any(${tables})`.execute(queries);
      return rows[0]!.count;
    };
    const before = await counted();
    await read(queries);
    return (await counted()) - before;
  });

test('an open page renews its watch only in the second half of it', async () => {
  const { boardId } = await state(one);
  const untilOf = async () => {
    const { rows } = await sql<{ until: Date }>`
      select until from record_watches where record_id = ${String(boardId)}::uuid and user_id = ${one.user.id}`.execute(
      program.owner,
    );
    return rows[0]?.until.getTime() ?? 0;
  };
  const first = await untilOf();
  await state(one);
  expect(await untilOf()).toBe(first);
  await sql`update record_watches set until = now() + interval '44 seconds'`.execute(program.owner);
  await state(one);
  expect(await untilOf()).toBeGreaterThan(first - 1_000);
});

test('rows belong to the caller’s organization, and only functions write them', async () => {
  const id = await notify();
  await acknowledge(one, id);
  const count = (place: 'MANAGER' | 'FACILITY-1') =>
    program.server.database.withScope(program.scope(place), (queries) =>
      queries.selectFrom('board_entries').where('content_id', '=', id).select('content_id').execute(),
    );
  expect([(await count('MANAGER')).length, (await count('FACILITY-1')).length]).toEqual([1, 0]);
  const written = (statement: ReturnType<typeof sql>) =>
    program.server.database.withScope(program.scope('MANAGER', one.user.id), (queries) => statement.execute(queries));
  await expect(
    written(sql`
      insert into board_entries (organization_id, content_id, acknowledged_at)
      values (${program.world.tenantId}, ${await notify()}, now())`),
  ).rejects.toThrow(/row-level security/);
  await written(sql`update board_entries set assignee_id = null where content_id = ${id}`);
  expect(await entryOf(one, id)).toMatchObject({ assigneeId: one.user.id, version: 1 });
});
