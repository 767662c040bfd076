/**
 * Pages of a tab by date and id: each notification once, even if dates are equal and new ones arrive in the meantime.
 */
import { sql } from 'kysely';
import type { Notification } from '../../../contract/notifications/notification';
import { startProgram, type Program, type Reader } from './support';

let program: Program;
let reader: Reader;
const ALL = 180;

beforeAll(async () => {
  program = await startProgram();
  reader = await program.signedIn('MANAGER');
  for (let count = 0; count < ALL; count += 1)
    await program.announce(`Message ${count}${count % 9 ? '' : ' of % Note_9'}`);
  // Only a few different dates, so that every page ends among equal ones.
  await sql`
    update notification_events set occurred_at = date_trunc('milliseconds', now()) - interval '1 second' * (sequence * 7 % 4)`.execute(
    program.owner,
  );
});
afterAll(() => program.server.stop());

interface Page {
  readonly notifications: readonly Notification[];
  readonly more: boolean;
}

async function pageAfter(last: Notification | undefined, keyword = ''): Promise<Page> {
  const after = last && { lastNotificationDate: last.notificationDate, lastNotificationId: last.id };
  return reader.post<Page>('/search', { categoryCode: 'BROADCAST', keyword, context: undefined, ...after });
}

async function everything(
  keyword = '',
  between: () => Promise<unknown> = async () => undefined,
): Promise<Notification[]> {
  const found: Notification[] = [];
  for (let more = true; more;) {
    const page = await pageAfter(found.at(-1), keyword);
    found.push(...page.notifications);
    ({ more } = page);
    await between();
  }
  return found;
}

test('list each one once, newest first, 25 at a time', async () => {
  const found = await everything();
  expect(new Set(found.map(({ id }) => id)).size).toBe(ALL);
  expect(found.length).toBe(ALL);
  const keys = found.map(({ notificationDate, id }) => `${notificationDate} ${id}`);
  expect(keys).toEqual([...keys].sort().reverse());
  expect((await pageAfter(undefined)).notifications.length).toBe(25);
});

test('new notifications do not shift pages', async () => {
  const before = await everything();
  const found = await everything('', () => program.announce('in between'));
  expect(found.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('a keyword is matched literally, even if special in SQL, in upper or lower case', async () => {
  expect((await everything('of % note_9')).length).toBe(20);
  expect((await everything('%')).length).toBe(20);
  expect(await everything("'; drop table users; --")).toEqual([]);
  expect((await everything('MESSAGE 17')).length).toBe(11);
});

test('another tab has none of them', async () => {
  const { notifications } = await reader.post<Page>('/search', {
    categoryCode: 'JOBSORDERS',
    keyword: '',
    context: undefined,
  });
  expect(notifications).toEqual([]);
});

test('broadcasts have a separate search', async () => {
  const own = await reader.post<Page>('/broadcasts/search', {
    categoryCode: 'BROADCAST',
    keyword: '',
    context: undefined,
  });
  expect(own).toEqual(await pageAfter(undefined));
});
