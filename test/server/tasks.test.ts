/** Tasks over the API: their assignees, due dates and states. */
import { sql } from 'kysely';
import type { OrganizationType } from '../../contract/base/organizations';
import { runReminderJobs } from '../../server/features/notifications/reminders/reminders';
import type { TestClient } from './support/client';
import type { FixtureUser } from './support/fixtures';
import { startTestServer, type TestServer } from './support/server';
import { fillWorld } from './database/support/world';
const TASKS = '/api-user/v1/tasks';

interface Person {
  readonly user: FixtureUser;
  readonly client: TestClient;
  readonly token: string;
}
let server: TestServer;
let robin: Person;
let colleague: Person;
let stranger: Person;
const others = new Map<OrganizationType, Person>();

beforeAll(async () => {
  server = await startTestServer();
  await server.fixtures.organization('MANAGER', { type: 'VMS' });
  await server.fixtures.organization('STRANGER', { type: 'VMS' });
  robin = await person('MANAGER');
  colleague = await person('MANAGER');
  stranger = await person('STRANGER');
  for (const type of ['OWNER', 'CLIENT', 'AGENCY'] as const) {
    await server.fixtures.organization(`${type}S`, { type });
    others.set(type, await person(`${type}S`));
  }
});
afterAll(() => server.stop());
beforeEach(() => sql`delete from tasks`.execute(server.owner));

async function person(code: string): Promise<Person> {
  const user = await server.fixtures.user(code);
  const client = server.client();
  return { user, client, token: (await client.signedIn(user)).access_token };
}

/** The server's date, requested from it so that no test fails at midnight. */
const today = async (offset = 0) =>
  (
    await sql<{ day: string }>`
      select to_char((now() at time zone 'UTC')::date + ${offset}::integer, 'YYYY-MM-DD') as day`.execute(server.owner)
  ).rows[0]!.day;

async function task(title: string, dueIn: number, assignee: Person | null, of: Person = robin): Promise<string> {
  const { organizationId } = of.user;
  const { rows } = await sql<{ id: string }>`
    insert into tasks (tenant_id, organization_id, assignee_id, title, kind, due_on)
    values (${organizationId}, ${organizationId}, ${assignee?.user.id ?? null}, ${title}, 'OTHER',
      ${await today(dueIn)}::date) returning id`.execute(server.owner);
  return rows[0]!.id;
}
const get = ({ client, token }: Person, path: string) => client.get(TASKS + path, { token });
const put = ({ client, token }: Person, id: string, status: unknown) =>
  client.request('PUT', `${TASKS}/${id}/status`, { token, body: { status } });
const titles = async (who: Person, from: number, to: number) =>
  ((await get(who, `?from=${await today(from)}&to=${await today(to)}`)).json['tasks'] as { title: string }[]).map(
    ({ title }) => title,
  );
const dueToday = async (who: Person) => (await get(who, '/due-today')).json;

test("the calendar has the user's own tasks and unassigned ones, by day, both ends included", async () => {
  await task('mine tomorrow', 1, robin);
  await task("nobody's today", 0, null);
  await task("a colleague's", 0, colleague);
  await task('too late', 2, robin);
  await task('of strangers', 0, null, stranger);
  expect(await titles(robin, 0, 1)).toEqual(["nobody's today", 'mine tomorrow']);
  expect(await titles(colleague, 0, 1)).toEqual(["nobody's today", "a colleague's"].sort((a, b) => (a < b ? -1 : 1)));
  expect((await get(robin, `?from=${await today()}&to=${await today()}`)).json['today']).toBe(await today());
});

test('with a facility chosen the calendar has the tasks about its records only, as the list has', async () => {
  const { tenantId, facility } = await fillWorld(server.owner, 'PROGRAM');
  server.fixtures.adopt('PROGRAM-MANAGER', tenantId);
  const manager = await person('PROGRAM-MANAGER');
  await sql`insert into tasks (tenant_id, organization_id, title, kind, due_on, subject, subject_number)
    select tenant_id, tenant_id, 'job ' || number, 'JOB_REVIEW', ${await today()}::date, 'JOB', number from jobs
    where tenant_id = ${tenantId}`.execute(server.owner);
  await task('about nothing', 0, null, manager);
  const jobs = await server.owner
    .selectFrom('jobs')
    .where('client_id', '=', facility[0].id)
    .select('number')
    .orderBy('number')
    .execute();
  const day = await today();
  const found = async (more: string) =>
    ((await get(manager, `?from=${day}&to=${day}${more}`)).json['tasks'] as { title: string }[]).map(
      ({ title }) => title,
    );
  expect((await found('')).length).toBeGreaterThan(jobs.length + 1);
  expect(await found(`&clientId=${facility[0].id}`)).toEqual(jobs.map(({ number }) => `job ${number}`));
});

test('only open tasks that concern the user count as due today', async () => {
  await task('yesterday', -1, robin);
  await task("a colleague's", 0, colleague);
  await task("nobody's", 0, null);
  const mine = await task('mine', 0, robin);
  expect(await dueToday(robin)).toEqual({ count: 2 });
  await put(robin, mine, 'DONE');
  expect(await dueToday(robin)).toEqual({ count: 1 });
  expect(await dueToday(stranger)).toEqual({ count: 0 });
});

test('a task is completed once, keeps the time and user, and can be reopened', async () => {
  const id = await task('mine', 0, robin);
  const stamp = async () =>
    (
      await sql<{ done_at: Date | null; done_by: string | null }>`
      select done_at, done_by from tasks where id = ${id}`.execute(server.owner)
    ).rows[0]!;
  expect((await put(robin, id, 'DONE')).json).toMatchObject({ id, status: 'DONE', assignee: 'Fixture, Robin' });
  const first = await stamp();
  expect(first).toEqual({ done_at: expect.any(Date) as Date, done_by: 'Robin Fixture' });
  const again = await Promise.all([put(robin, id, 'DONE'), put(colleague, id, 'DONE')]);
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
  expect(await stamp()).toEqual(first);
  expect((await put(colleague, id, 'OPEN')).json).toMatchObject({ status: 'OPEN' });
  expect(await stamp()).toEqual({ done_at: null, done_by: null });
});

test('a task of another organization and a missing one get the same answer, and are not changed', async () => {
  const foreign = await task('of strangers', 0, null, stranger);
  const absent = 'b0000000-0000-4000-8000-000000000009';
  const answers = [await put(robin, foreign, 'DONE'), await put(robin, absent, 'DONE')];
  expect(answers.map(({ status, json }) => [status, json['errorCode']])).toEqual([
    [404, 'not.found'],
    [404, 'not.found'],
  ]);
  expect(await dueToday(stranger)).toEqual({ count: 1 });
});

test.each(['OWNER', 'CLIENT', 'AGENCY'] as const)('an organization of type %s has no tasks at all', async (type) => {
  const who = others.get(type)!;
  const id = await task('mine', 0, robin);
  const answers = [
    await get(who, `?from=${await today()}&to=${await today()}`),
    // Permission is checked before the input.
    await get(who, '?from=2026-11-02&to=2026-11-01'),
    await get(who, '/due-today'),
    await put(who, id, 'DONE'),
    await who.client.post('/api-user/v1/lists/tasks/search', {}, { token: who.token }),
  ];
  expect(new Set(answers.map(({ json }) => json['errorCode']))).toEqual(new Set(['server.unauthorized']));
});

test('invalid input is refused with a reason and changes nothing', async () => {
  const id = await task('mine', 0, robin);
  const wrong = [await put(robin, 'not-an-id', 'DONE'), await put(robin, id, 'GONE'), await put(robin, id, null)];
  for (const query of [
    '',
    '?from=2026-01-01',
    '?from=2026-02-30&to=2026-03-01',
    '?from=2026-02-01&to=2026-01-01',
    '?from=2026-01-01&to=2026-03-04',
    '?from=2026-01-01&to=2026-01-02&x=1',
  ]) {
    wrong.push(await get(robin, query));
  }
  expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 400));
  expect((await get(robin, '?from=2026-01-01&to=2026-03-03')).status).toBe(200);
  expect(await dueToday(robin)).toEqual({ count: 1 });
});

test("the list finds own, unassigned and others' tasks, without any permission", async () => {
  await task('mine', 0, robin);
  await task("nobody's", -3, null);
  await task("a colleague's", 4, colleague);
  await task('of strangers', 0, null, stranger);
  const found = async (filters: object) => {
    const { json } = await robin.client.post('/api-user/v1/lists/tasks/search', { filters }, { token: robin.token });
    return (json['rows'] as { title: string }[]).map(({ title }) => title);
  };
  expect(await found({})).toEqual(["nobody's", 'mine', "a colleague's"]);
  expect(await found({ assigned: ['ME'] })).toEqual(['mine']);
  expect(await found({ assigned: ['NOBODY', 'OTHERS'] })).toEqual(["nobody's", "a colleague's"]);
  expect(await found({ dueInDays: ['..-1'] })).toEqual(["nobody's"]);
  // A day is not part of a range that begins or ends within it.
  expect(await found({ dueInDays: ['..-0.5'] })).toEqual(["nobody's"]);
  expect(await found({ dueInDays: ['0.5..'] })).toEqual(["a colleague's"]);
  const ofTheIcon = { status: ['OPEN'], assigned: ['ME', 'NOBODY'], dueInDays: ['0..0'] };
  expect([await found(ofTheIcon), await dueToday(robin)]).toEqual([['mine'], { count: 1 }]);
});

describe('the assignee', () => {
  const assign = ({ client, token }: Person, id: string, userId: string | null, replaces?: string | null) =>
    client.request('PUT', `${TASKS}/${id}/assignee`, {
      token,
      body: { userId, ...(replaces !== undefined && { replaces }) },
    });
  const notified = async () =>
    (
      await sql<{ user_id: string }>`
        select n.user_id from notification_events n join notification_contents c on c.id = n.content_id
        where c.sub_category_code = 'TASK_DUE' order by n.occurred_at, n.user_id`.execute(server.owner)
    ).rows.map(({ user_id }) => user_id);
  let boss: Person;
  beforeAll(async () => {
    const user = await server.fixtures.user('MANAGER', { permissions: ['TASK_ASSIGN'] });
    const client = server.client();
    boss = { user, client, token: (await client.signedIn(user)).access_token };
  });

  test('can be a colleague, with the permission; only they are notified, and it is taken back only while it is theirs', async () => {
    const id = await task('call', 0, null);
    const before = (await notified()).length;
    const given = await assign(boss, id, colleague.user.id);
    const assignee = { assignee: 'Fixture, Robin', assigneeId: colleague.user.id };
    expect(given.json).toMatchObject({ task: { id, ...assignee }, formerly: null });
    expect((await notified()).slice(before)).toEqual([colleague.user.id]);
    expect((await assign(boss, id, robin.user.id)).status).toBe(200);
    expect((await assign(boss, id, null, colleague.user.id)).status).toBe(409);
    expect((await assign(boss, id, null, robin.user.id)).json).toMatchObject({ formerly: robin.user.id });
  });

  test.each([
    ['due today is notified of it once', 0, 1],
    ['overdue is notified of it once', -2, 1],
    ['due later is notified of it only then', 20, 0],
  ])('of a task that is %s', async (_, dueIn, times) => {
    const id = await task('call', dueIn, null);
    const before = (await notified()).length;
    expect((await assign(boss, id, colleague.user.id)).status).toBe(200);
    await runReminderJobs(server.app.services, new Date());
    expect((await notified()).slice(before)).toEqual(Array.from({ length: times }, () => colleague.user.id));
  });

  test('is notified, though it is not due where they are, of a task whose former assignee has been reminded', async () => {
    const id = await task('call', 1, robin);
    const before = (await notified()).length;
    // As if it were the next day already where the former assignee is.
    const dueThere = new Date(Date.now() + 86_400_000);
    await runReminderJobs(server.app.services, dueThere);
    expect((await assign(boss, id, colleague.user.id)).status).toBe(200);
    await runReminderJobs(server.app.services, dueThere);
    expect((await notified()).slice(before)).toEqual([robin.user.id, colleague.user.id]);
  });

  test('any user takes unassigned tasks and returns their own; nothing else', async () => {
    const id = await task('call', 1, null);
    const before = (await notified()).length;
    expect((await assign(robin, id, robin.user.id)).status).toBe(200);
    expect((await notified()).length).toBe(before);
    expect((await assign(colleague, id, colleague.user.id)).status).toBe(401);
    expect((await assign(robin, id, colleague.user.id)).status).toBe(401);
    expect((await assign(robin, id, null)).status).toBe(200);
  });

  test('is never replaced unseen: who takes a task that another user has just taken is told so', async () => {
    const id = await task('call', 20, null);
    expect((await assign(robin, id, robin.user.id, null)).status).toBe(200);
    for (const who of [colleague, boss]) {
      const { status, json } = await assign(who, id, who.user.id, null);
      expect([status, json['errorCode']]).toEqual([409, 'conflict']);
    }
    expect((await assign(boss, id, boss.user.id, robin.user.id)).status).toBe(200);
  });

  test('is notified once of a request that is sent again because no answer arrived, which succeeds again', async () => {
    const before = (await notified()).length;
    const id = await task('call', 0, null);
    const answers = [await assign(boss, id, robin.user.id, null), await assign(boss, id, robin.user.id, null)];
    expect(answers.map(({ status, json }) => [status, json['formerly']])).toEqual([
      [200, null],
      [200, robin.user.id],
    ]);
    expect((await notified()).slice(before)).toEqual([robin.user.id]);
  });

  test('is never from or to another organization, and does not change once the task is done', async () => {
    const id = await task('call', 1, null);
    for (const userId of [stranger.user.id, '00000000-0000-4000-8000-000000000000']) {
      expect((await assign(boss, id, userId)).status).toBe(404);
    }
    expect((await assign(stranger, id, stranger.user.id)).status).toBe(404);
    for (const person of others.values()) expect((await assign(person, id, person.user.id)).status).toBe(401);
    await put(robin, id, 'DONE');
    expect((await assign(boss, id, robin.user.id)).status).toBe(409);
  });

  test('is told apart from a colleague of the same name, in the calendar, in the list and in the menu', async () => {
    const id = await task('call', 0, colleague);
    const shown = { id, assignee: 'Fixture, Robin', assigneeId: colleague.user.id };
    expect((await get(colleague, `?from=${await today()}&to=${await today()}`)).json['tasks']).toMatchObject([shown]);
    const list = await boss.client.post('/api-user/v1/lists/tasks/search', {}, { token: boss.token });
    expect(list.json['rows']).toMatchObject([shown]);
    expect((await get(boss, '/people')).json['people']).toContainEqual({
      value: colleague.user.id,
      label: `Fixture, Robin (${colleague.user.userName})`,
    });
    expect((await get(robin, '/people')).json['people']).toEqual([{ value: robin.user.id, label: 'Fixture, Robin' }]);
  });

  test('is named only if they are of the same organization', async () => {
    const id = await task('call', 0, stranger);
    expect((await put(robin, id, 'DONE')).json).toMatchObject({ id, assignee: null, assigneeId: null });
  });

  test('can be chosen by permission', async () => {
    const people = async (who: Person) =>
      ((await get(who, '/people')).json['people'] as { value: string }[]).map(({ value }) => value);
    expect(await people(robin)).toEqual([robin.user.id]);
    expect((await people(boss)).sort()).toEqual([robin.user.id, colleague.user.id, boss.user.id].sort());
  });
});
