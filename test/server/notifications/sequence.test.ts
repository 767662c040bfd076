/** One sequence per user of notifications and read marks: no gaps, no duplicates, and its fold is the state. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { NOTIFICATION_TABS, tabOf } from '../../../contract/notifications/categories';
import type { Notification, NotificationEvent } from '../../../contract/notifications/notification';
import { readerOf, sequencesOf, startProgram, upTo, type Program, type Reader } from './support';
import { cases } from '../../support/cases';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.server.stop());

interface Tabs {
  readonly notificationCategoryTemplateDTOs: ReadonlyArray<{
    readonly categoryCode: string;
    readonly notificationCount: number;
    readonly notifications: readonly Notification[];
    readonly more: boolean;
  }>;
  readonly notificationLastReadDate: string | null;
  readonly sequence: number;
}

/** A reader's fold of the events: the same figures as the server's. */
function fold(events: readonly NotificationEvent[]) {
  const notifications = events.flatMap(({ notification }) => notification ?? []);
  const reading = events.filter(({ readDate }) => readDate !== undefined).at(-1);
  const unread = notifications.filter(({ sequence }) => sequence > (reading?.sequence ?? 0));
  const byDate = notifications.filter(({ notificationDate }) => notificationDate > (reading?.readDate ?? ''));
  return {
    sequence: events.at(-1)?.sequence ?? 0,
    lastRead: reading?.readDate ?? null,
    counts: NOTIFICATION_TABS.map((tab) => unread.filter((one) => tabOf(one.categoryCode) === tab).length),
    countsByDate: NOTIFICATION_TABS.map((tab) => byDate.filter((one) => tabOf(one.categoryCode) === tab).length),
    newest: NOTIFICATION_TABS.map((tab) =>
      notifications
        .filter((one) => tabOf(one.categoryCode) === tab)
        .sort(newestFirst)
        .slice(0, 25),
    ),
  };
}
const newestFirst = (a: Notification, b: Notification): number =>
  a.notificationDate === b.notificationDate ? (a.id < b.id ? 1 : -1) : a.notificationDate < b.notificationDate ? 1 : -1;

async function expectFoldIsState(reader: Reader): Promise<void> {
  const events: NotificationEvent[] = [];
  for (let more = true; more;) {
    const page = await reader.since(events.length);
    events.push(...page.events);
    more = page.sequence > events.length;
  }
  const [tabs, counts] = [
    await reader.post<Tabs>(''),
    await reader.post<{ items: { notificationCount: number }[]; sequence: number }>('/count'),
  ];
  const own = fold(events);
  expect(events.map(({ sequence }) => sequence)).toEqual(upTo(events.length));
  expect(own.countsByDate).toEqual(own.counts);
  expect(counts.items.map(({ notificationCount }) => notificationCount)).toEqual(own.counts);
  expect(tabs.notificationCategoryTemplateDTOs.map(({ notificationCount }) => notificationCount)).toEqual(own.counts);
  expect(tabs.notificationCategoryTemplateDTOs.map(({ notifications }) => notifications)).toEqual(own.newest);
  expect([tabs.sequence, counts.sequence]).toEqual([own.sequence, own.sequence]);
  expect(tabs.notificationLastReadDate).toBe(own.lastRead);
}

test('20 simultaneous writers and a reader leave no gaps and no duplicates, in the order of dates', async () => {
  const [one, two] = [await program.signedIn('MANAGER'), await program.signedIn('FACILITY-1')];
  const { rows, publish, announce } = program;
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; round < 5; round += 1) {
      if (writer % 2) await announce(`from ${writer}`);
      else await publish({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: rows.timesheet });
    }
  };
  const readNowAndThen = async (): Promise<void> => {
    for (let round = 0; round < 8; round += 1) await one.post('/last-read').catch(() => undefined);
  };
  await Promise.all([...Array.from({ length: 20 }, (_, writer) => write(writer)), readNowAndThen()]);
  const found = await sequencesOf(program.owner, one.user.id);
  expect(found).toEqual(upTo(found.length));
  expect(found.length).toBeGreaterThan(100);
  expect(await sequencesOf(program.owner, two.user.id)).toEqual(upTo(100));
  const dates = await program.owner
    .selectFrom('notification_events')
    .where('user_id', '=', one.user.id)
    .orderBy('sequence')
    .select('occurred_at')
    .execute();
  const times = dates.map(({ occurred_at }) => occurred_at.getTime());
  expect(times).toEqual([...times].sort((a, b) => a - b));
  await expectFoldIsState(one);
});

test('the fold of all events equals the server’s state for any history', async () => {
  const step = fc.constantFrom('submission', 'timesheet', 'company', 'document', 'read', 'read twice');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const reader = await program.signedIn('SUPPLIER-1');
      const { rows, publish, announce } = program;
      for (const what of steps) {
        if (what === 'submission')
          await publish({ kind: 'submission', what: 'SUBMISSION_CREATED', submissionId: rows.submission });
        if (what === 'timesheet')
          await publish({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: rows.timesheet });
        if (what === 'document')
          await publish({ kind: 'document', what: 'DOCUMENT_DECLINED', documentId: rows.document });
        if (what === 'company') await announce('something');
        if (what.startsWith('read')) await reader.post('/last-read');
        if (what === 'read twice') await reader.post('/last-read');
      }
      await expectFoldIsState(reader);
    }),
    { numRuns: cases('histories of notifications written and read', { usual: 4, long: 200 }) },
  );
});

test('marking as read is an event on every device; repeating it without new notifications is not', async () => {
  const { user } = await program.signedIn('SUPPLIER-2');
  const phone = await program.server
    .client()
    .signedIn(user)
    .catch(() => null);
  expect(phone?.loginCode).toBe('ACTIVE_SESSION');
  const desk = await readerOf(program.server, await program.user('SUPPLIER-2'));
  await program.announce('first');
  const read = await desk.post<{ notificationLastReadDate: string; sequence: number }>('/last-read');
  const again = await desk.post<{ notificationLastReadDate: string; sequence: number }>('/last-read');
  expect(again).toEqual(read);
  const { events } = await desk.since(0);
  expect(events.map(({ sequence, readDate }) => [sequence, readDate])).toEqual([
    [1, undefined],
    [2, read.notificationLastReadDate],
  ]);
  await program.announce('second');
  const { items } = await desk.post<{ items: { notificationCount: number }[] }>('/count');
  expect(items.reduce((sum, { notificationCount }) => sum + notificationCount, 0)).toBe(1);
});

describe('catching up', () => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await program.signedIn('FACILITY-2');
    const { id, organizationId } = reader.user;
    const { owner } = program;
    await sql`
      insert into notification_events (user_id, organization_id, sequence, occurred_at)
      select ${id}, ${organizationId}, n, date_trunc('milliseconds', now()) from generate_series(1, 501) n`.execute(
      owner,
    );
    await sql`
      insert into notification_counters (user_id, organization_id, last_sequence, last_at)
      values (${id}, ${organizationId}, 501, now())`.execute(owner);
  });

  test('returns everything after the given position', async () => {
    const { events, sequence, reset } = await reader.since(498);
    expect({ places: events.map((event) => event.sequence), sequence, reset }).toEqual({
      places: [499, 500, 501],
      sequence: 501,
      reset: false,
    });
  });

  test.each([
    [1, false, 500],
    [0, true, 0],
    [502, true, 0],
    [501, false, 0],
  ])('after %i starts over: %s', async (after, reset, count) => {
    const answer = await reader.since(after);
    expect([answer.reset, answer.events.length, answer.sequence]).toEqual([reset, count, 501]);
  });
});
