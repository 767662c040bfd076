/** Counts per quarter hour: only the reader's own, each once, by the server's clock. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { API, startProgram, type Program, type Reader } from './support';

type Quarters = ResponseOf<'notificationQuarters'>;
const QUARTER_MS = 15 * 60_000;

let program: Program;
let reader: Reader;

beforeAll(async () => {
  program = await startProgram();
  reader = await program.signedIn('MANAGER');
  await program.signedIn('FACILITY-1');
  for (let count = 0; count < 8; count += 1) await program.announce(`Message ${count}`);
  await program.publish({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: program.rows.timesheet });
});
afterAll(() => program.server.stop());

const request = (hours: number) => reader.post<Quarters>('/quarters', { hours });
const total = ({ items }: Quarters) => items.reduce((sum, { notificationCount }) => sum + notificationCount, 0);

/** Sets the time of this reader's nth notification. */
const happened = (sequence: number, at: Date) =>
  sql`update notification_events set occurred_at = ${at} where user_id = ${reader.user.id} and sequence = ${sequence}`.execute(
    program.owner,
  );

test('each notification counts in the quarter hour of its date, by tab', async () => {
  const { asOf } = await request(1);
  const start = Math.floor((Date.parse(asOf) - 3 * 3_600_000) / QUARTER_MS) * QUARTER_MS;
  await happened(1, new Date(start));
  await happened(2, new Date(start + QUARTER_MS - 1));
  await happened(3, new Date(start + QUARTER_MS));
  await happened(9, new Date(start + QUARTER_MS));
  const { items, sequence } = await request(4);
  const early = items.filter(({ quarter }) => Date.parse(quarter) <= start + QUARTER_MS);
  expect(early).toEqual([
    { categoryCode: 'BROADCAST', quarter: new Date(start).toISOString(), notificationCount: 2 },
    { categoryCode: 'BACK_OFFICE', quarter: new Date(start + QUARTER_MS).toISOString(), notificationCount: 1 },
    { categoryCode: 'BROADCAST', quarter: new Date(start + QUARTER_MS).toISOString(), notificationCount: 1 },
  ]);
  expect([total(await request(4)), sequence]).toEqual([9, 9]);
});

test('the counts begin with a whole quarter, and exclude earlier ones', async () => {
  const { since, asOf } = await request(5);
  expect(Date.parse(since) % QUARTER_MS).toBe(0);
  const back = Date.parse(asOf) - Date.parse(since) - 5 * 3_600_000;
  expect(back >= 0 && back < QUARTER_MS).toBe(true);
  const countedFrom = async (from: string): Promise<Quarters> => {
    await happened(4, new Date(Date.parse(from) - 1));
    await happened(5, new Date(from));
    const counted = await request(5);
    // The next quarter may have begun in the meantime.
    return counted.since === from ? counted : countedFrom(counted.since);
  };
  expect([total(await countedFrom(since)), total(await request(6))]).toEqual([8, 9]);
});

test('marking as read is not counted', async () => {
  const before = await request(72);
  await reader.post('/last-read');
  const after = await request(72);
  expect([total(after), after.sequence]).toEqual([total(before), before.sequence + 1]);
});

test('a user without notifications gets nothing, and cannot get another user’s', async () => {
  const fresh = await program.signedIn('SUPPLIER-2');
  const none = await fresh.post<Quarters>('/quarters', { hours: 72 });
  expect([none.items, none.sequence]).toEqual([[], 0]);
  const answer = await fresh.client.post(
    `${API}/quarters`,
    { userId: reader.user.id, context: reader.context, hours: 1 },
    { token: fresh.token },
  );
  expect([answer.status, answer.json['errorCode']]).toEqual([404, 'not.found']);
});

test('hours out of range are refused', async () => {
  for (const hours of [0, 73, 1.5, '24', null]) {
    const { status } = await reader.client.post(
      `${API}/quarters`,
      { userId: reader.user.id, context: reader.context, hours },
      { token: reader.token },
    );
    expect([hours, status]).toEqual([hours, 400]);
  }
});
