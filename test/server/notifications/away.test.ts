/** Notifications during an absence are summed up by kind; each number links to exactly those still waiting. */
import { sql } from 'kysely';
import type { Notification } from '../../../contract/notifications/notification';
import { API, startProgram, type Program, type Reader } from './support';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.server.stop());

interface Away {
  readonly absence: { readonly since: string; readonly until: string } | null;
  readonly kinds: ReadonlyArray<{ kind: string; tab: string; came: number; waiting: number }>;
}

const HOUR_MS = 3_600_000;

/** Moves all activity of this user back by this many hours. */
async function earlier({ user: { id } }: Reader, hours: number): Promise<void> {
  const by = sql`make_interval(mins => ${Math.round(hours * 60)}::integer)`;
  const { owner } = program;
  await sql`update sessions set last_used_at = last_used_at - ${by}, created_at = created_at - ${by} where user_id = ${id}`.execute(
    owner,
  );
  await sql`update user_credentials set last_signed_in_at = last_signed_in_at - ${by} where user_id = ${id}`.execute(
    owner,
  );
  await sql`update notification_events set occurred_at = occurred_at - ${by} where user_id = ${id}`.execute(owner);
}

async function returned({ user, client }: Reader) {
  await sql`update sessions set ended_at = now(), end_reason = 'expired' where user_id = ${user.id} and ended_at is null`.execute(
    program.owner,
  );
  const { access_token: token } = await client.signedIn(user);
  const get = async <T>(path: string) => (await client.get(path, { token })).json as T;
  return {
    token,
    away: () => get<Away>(`${API}/away`),
    until: async () => (await get<{ awayUntil?: string }>(`/api-user/v1/users/${user.userName}/info`)).awayUntil,
    find: async (body: object) =>
      (await client.post(`${API}/find`, { userId: user.id, ...body }, { token })).json as unknown as {
        notifications: Notification[];
        more: boolean;
      },
    states: async (changes: readonly object[]) => {
      const { context } = await get<{ context: string }>(`${API}/context`);
      await client.post(`${API}/states`, { userId: user.id, context, changes }, { token });
    },
    dismiss: async (until: string) =>
      (await client.request('PUT', `${API}/away/dismissed`, { body: { until }, token })).status,
    lastRead: async () => {
      const { context } = await get<{ context: string }>(`${API}/context`);
      await client.post(`${API}/last-read`, { userId: user.id, context }, { token });
    },
  };
}

test('sums up a night by kind, links each number to exactly its rows, and is dismissed for good', async () => {
  const reader = await program.signedIn('MANAGER');
  const { rows } = program;
  await program.announce('Seen before');
  await sql`update sessions set last_used_at = clock_timestamp() where user_id = ${reader.user.id}`.execute(
    program.owner,
  );
  await earlier(reader, 2);
  // The night: notified after the last use.
  await program.announce('One');
  await program.announce('Two');
  await program.announce('Three');
  await program.publish({ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: rows.timesheet });
  await program.publish({ kind: 'submission', what: 'SUBMISSION_CREATED', submissionId: rows.submission });
  await earlier(reader, 9);

  const back = await returned(reader);
  const { absence, kinds } = await back.away();
  const hours = (Date.parse(absence!.until) - Date.parse(absence!.since)) / HOUR_MS;
  expect([Math.round(hours), await back.until()]).toEqual([11, absence?.until]);
  expect(kinds).toEqual([
    { kind: 'COMPANY', tab: 'BROADCAST', came: 3, waiting: 3 },
    { kind: 'SUBMISSION_CREATED', tab: 'SUBMISSIONS', came: 1, waiting: 1 },
    { kind: 'TIMESHEET_DISPUTED', tab: 'BACK_OFFICE', came: 1, waiting: 1 },
  ]);

  // Later notifications do not belong to it.
  await program.announce('Live');
  const company = await back.find({ kind: 'COMPANY', away: true });
  expect(company.notifications.map(({ subject }) => subject)).toEqual(['Three', 'Two', 'One']);
  expect((await back.find({ away: true })).notifications).toHaveLength(5);
  expect((await back.find({ away: true, words: 'two' })).notifications.map(({ subject }) => subject)).toEqual(['Two']);

  const [three, two, one] = company.notifications as [Notification, Notification, Notification];
  await back.states([
    { id: three.id, read: true },
    { id: two.id, done: true },
    { id: one.id, snoozedUntil: '2100-01-01T08:00:00.000Z' },
  ]);
  // Another user decided on the submission.
  await sql`update notification_contents set outcome = '{"status":"OFFERED","by":"Dana","at":"2026-01-01T00:00:00.000Z"}'
    where sub_category_code = 'SUBMISSION_CREATED' and tenant_id = ${program.world.tenantId}`.execute(program.owner);
  // Opening the panel marks everything read, but finishes nothing.
  await back.lastRead();
  expect((await back.away()).kinds).toEqual([
    { kind: 'TIMESHEET_DISPUTED', tab: 'BACK_OFFICE', came: 1, waiting: 1 },
    { kind: 'COMPANY', tab: 'BROADCAST', came: 3, waiting: 0 },
    { kind: 'SUBMISSION_CREATED', tab: 'SUBMISSIONS', came: 1, waiting: 0 },
  ]);
  expect((await back.find({ away: true })).notifications.map(({ subCategoryCode }) => subCategoryCode)).toEqual([
    'TIMESHEET_DISPUTED',
  ]);

  expect(await back.dismiss('2026-01-01T00:00:00.000Z')).toBe(200);
  expect((await back.away()).absence).toEqual(absence);
  expect(await back.dismiss(absence!.until)).toBe(200);
  expect([await back.away(), await back.until(), (await back.find({ away: true })).notifications]).toEqual([
    { absence: null, kinds: [] },
    undefined,
    [],
  ]);
});

test('pages of waiting notifications list each once', async () => {
  const reader = await program.signedIn('FACILITY-2');
  for (let count = 0; count < 60; count += 1) await program.announce(`Night ${count}`);
  await earlier(reader, 8);
  // Notified a second after they left.
  await sql`update sessions set last_used_at = last_used_at - interval '1 hour' where user_id = ${reader.user.id}`.execute(
    program.owner,
  );
  await sql`update user_credentials set last_signed_in_at = null where user_id = ${reader.user.id}`.execute(
    program.owner,
  );
  const back = await returned(reader);
  const found: Notification[] = [];
  for (let more = true; more;) {
    const last = found.at(-1)?.sequence;
    const page = await back.find({ away: true, ...(last !== undefined && { before: last }) });
    found.push(...page.notifications);
    ({ more } = page);
  }
  expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([60, 60]);
});

test.each([
  ['three and a half hours are no absence', 3.5, false],
  ['four and a half are one', 4.5, true],
])('%s', async (_, hours, isAway) => {
  const reader = await program.signedIn('SUPPLIER-1');
  expect((await (await returned(reader)).away()).absence).toBeNull();
  await earlier(reader, hours);
  expect((await (await returned(reader)).away()).absence !== null).toBe(isAway);
});

test('an absence stays until dismissed, even after a later sign-in, and is replaced by the next one', async () => {
  const reader = await program.signedIn('SUPPLIER-2');
  await earlier(reader, 9);
  const first = (await (await returned(reader)).away()).absence;
  await earlier(reader, 1);
  const second = await returned(reader);
  expect([first === null, (await second.away()).absence]).toEqual([false, first]);
  await earlier(reader, 12);
  const third = await returned(reader);
  expect((await third.away()).absence?.until).not.toBe(first?.until);
  await third.dismiss(first!.until);
  expect((await third.away()).absence).not.toBeNull();
});

test('an absence after which no session is left began with the last sign-in; the first sign-in has none', async () => {
  const reader = await program.signedIn('FACILITY-1');
  expect((await (await returned(reader)).away()).absence).toBeNull();
  await earlier(reader, 24 * 40);
  await sql`delete from sessions where user_id = ${reader.user.id}`.execute(program.owner);
  const { absence } = await (await returned(reader)).away();
  expect(Math.round((Date.parse(absence!.until) - Date.parse(absence!.since)) / HOUR_MS / 24)).toBe(40);
});
