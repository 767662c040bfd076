/** Several cards in one request: each line equals the answer of its own call. */
import { request as httpRequest, type ServerResponse } from 'node:http';
import { homeDashboardEndpoints } from '../../../contract/dashboards/home.endpoints';
import { dashboardBatchEndpoints } from '../../../contract/dashboards/batch.endpoints';
import { sql } from 'kysely';
import { startListWorld, type Kind, type ListWorld } from '../lists/support';
import { cardsOf, today } from './support';

const { path } = dashboardBatchEndpoints.dashboardBatch;
interface Line {
  readonly index: number;
  readonly status: number;
  readonly body?: unknown;
  readonly error?: { readonly errorCode: string; readonly errorMessage: string };
}

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const batch = (kind: Kind, body: object) => world.send(kind, 'POST', path, body);
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .sort((a, b) => a.index - b.index);

test.each(['VMS', 'CLIENT', 'AGENCY'] as const)(
  'of %s: every line equals the answer of the single call',
  async (party) => {
    const filter = { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' };
    const calls = cardsOf(party).map(({ call, extra }) => ({ call, body: extra }));
    const { status, text, headers } = await batch(party, { filter, calls });
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const alone = await Promise.all(
      calls.map(async ({ call, body }, index) => {
        const answer = await world.send(party, 'POST', homeDashboardEndpoints[call].path, { ...filter, ...body });
        return { index, status: answer.status, body: answer.json };
      }),
    );
    expect(linesOf(text)).toEqual(alone);
  },
);

test('a refused or invalid call has its own error, and the others their numbers', async () => {
  const calls = [
    { call: 'submissionsWidget', body: {} },
    { call: 'agencySubmissionsWidget', body: {} },
    { call: 'jobsWidget', body: {} },
    { call: 'jobsWidget', body: { notificationDate: today(), owner: 'x' } },
    { call: 'invoiceWidget', body: { timeFrame: 'FORTNIGHT' } },
    { call: 'timesheetWidget' },
  ];
  const { status, text } = await batch('VMS', { calls });
  expect(status).toBe(200);
  const alone = await Promise.all(
    calls.map(({ call, body = {} }) =>
      world.send('VMS', 'POST', homeDashboardEndpoints[call as 'jobsWidget'].path, body),
    ),
  );
  expect(linesOf(text)).toEqual(
    alone.map((answer, index) => ({
      index,
      status: answer.status,
      [answer.status === 200 ? 'body' : 'error']: answer.json,
    })),
  );
  expect(alone.map((answer) => answer.status)).toEqual([200, 401, 400, 400, 400, 200]);
});

test('the body of a call overrides the common one', async () => {
  const { text } = await batch('VMS', {
    filter: { dateRange: ['2026-01-01', '2026-01-31'], notificationDate: today() },
    calls: [{ call: 'jobsWidget', body: { dateRange: ['2026-02-01', '2026-02-28'] } }, { call: 'jobsWidget' }],
  });
  expect(linesOf(text).map(({ body }) => (body as { period: object }).period)).toEqual([
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-01-01', to: '2026-01-31' },
  ]);
});

test.each([
  ['no calls', { calls: [] }],
  ['thirteen calls', { calls: Array.from({ length: 13 }, () => ({ call: 'invoiceWidget' })) }],
  ['a call that is no card', { calls: [{ call: 'updateRole', body: {} }] }],
  ['itself', { calls: [{ call: 'dashboardBatch', body: { calls: [] } }] }],
  ['an unknown field', { calls: [{ call: 'invoiceWidget' }], also: 1 }],
])('%s is refused as a whole', async (_what, body) => {
  const { status, json } = await batch('VMS', body);
  expect([status, json['errorCode']]).toEqual([400, 'request.invalid']);
});

test('without a session it is refused', async () => {
  const answer = await world.server.client().post(path, { calls: [{ call: 'invoiceWidget' }] });
  expect(answer.status).toBe(401);
});

test('a client that disconnects stops calls that have not started', async () => {
  const { database } = world.server.app.services;
  const client = world.server.client();
  const [userName, organizationCode] = ['msp.manager', 'MERIDIAN'];
  const { access_token: token } = await client.signedIn({
    id: '',
    organizationId: '',
    userName,
    organizationCode,
    email: '',
  });
  const scoped = jest.spyOn(database, 'reading');
  // The server's own background statements do not count.
  const begun = () => scoped.mock.calls.filter(([{ userId }]) => userId !== null).length;
  const calls = Array.from({ length: 12 }, () => ({ call: 'submissionsWidget' }));
  // The cards wait for the tables as long as this transaction locks them.
  await world.owner.transaction().execute(async (holding) => {
    await sql`lock table submissions, submission_days in access exclusive mode`.execute(holding);
    const noticed = new Promise<void>((resolve) => {
      world.server.app.http.server.once('request', (_request, response: ServerResponse) =>
        response.once('close', resolve),
      );
    });
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = httpRequest(`${world.server.url}${path}`, { method: 'POST', headers }, () => undefined);
      sent.on('error', () => resolve());
      sent.end(JSON.stringify({ calls }));
      void until(() => begun() >= 6).then(() => sent.destroy(), reject);
    });
    await noticed;
  });
  await Promise.allSettled(scoped.mock.results.map(({ value }) => value as Promise<unknown>));
  // Later calls would start as the first six end.
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(begun()).toBe(6);
});

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}
