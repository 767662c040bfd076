/** For every number of a card, its list has as many rows. */
import fc from 'fast-check';
import { codesFor } from '../../../contract/dashboards/widgets';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { homeDashboardEndpoints } from '../../../contract/dashboards/home.endpoints';
import type { BatchCall } from '../../../contract/dashboards/batch.endpoints';
import { STOCK, cardsOf, cellsOf, choicesOf, filterArbitrary, numberOf, today, type Cell } from './support';
import { sql } from 'kysely';
import { cases, seed } from '../../support/cases';

const CELLS = cases('filtered card figures and their lists', { usual: 100, long: 5_000 });
const SEED = seed(7);
/** At any time two of these zones have different dates. */
const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Niue'];
const cards = PARTIES.flatMap(cardsOf);
const codes = cards.reduce((sum, { widget, party }) => sum + codesFor(widget, party).length, 0);
const formsEach = Math.max(1, Math.ceil(CELLS / codes));

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const differing = (cells: readonly Cell[]): string[] =>
  cells
    .filter(({ shown, listed }) => shown !== listed)
    .map(({ shown, listed, what }) => `${shown} not ${listed}: ${what}`);

test(`every number is the number of rows behind it (seed ${SEED})`, async () => {
  const cells: Cell[] = [];
  for (const [index, card] of cards.entries()) {
    const filters = fc.sample(filterArbitrary(await choicesOf(world, card.party)), {
      numRuns: formsEach,
      seed: SEED + index,
    });
    for (const [nth, filter] of filters.entries())
      cells.push(...(await cellsOf(world, card, filter, ZONES[(index + nth) % ZONES.length])));
  }
  expect(differing(cells)).toEqual([]);
  expect(cells.length).toBeGreaterThanOrEqual(CELLS);
  // Otherwise only zeros would have been compared.
  expect(cells.filter(({ shown }) => shown).length).toBeGreaterThan(cells.length / 4);
  process.stdout.write(`parity: ${cells.length} cells, ${cells.filter(({ shown }) => shown).length} above 0\n`);
});

test('every card has numbers; stock is the same for every time frame, and flow is not', async () => {
  const [empty, changed]: [string[], string[]] = [[], []];
  let differing = 0;
  for (const card of cards) {
    const { path } = homeDashboardEndpoints[card.call];
    const [week = {}, year = {}] = await Promise.all(
      ['WEEKLY_LAST_SEVEN_DAYS', 'YEARLY_LAST_TWELVE_MONTHS'].map(
        async (timeFrame) => (await world.send(card.party, 'POST', path, { timeFrame, ...card.extra })).json,
      ),
    );
    for (const code of codesFor(card.widget, card.party)) {
      const same = numberOf(code, week) === numberOf(code, year);
      if (STOCK[card.widget].includes(code) && !same) changed.push(`${card.party} ${code}`);
      if (!STOCK[card.widget].includes(code) && !same) differing += 1;
    }
    if (!codesFor(card.widget, card.party).some((code) => numberOf(code, year))) {
      empty.push(`${card.party} ${card.call}`);
    }
    const openings = [week, year].map((answer) => answer['totalOpenings'] ?? answer['totalDue']);
    if (openings[0] !== openings[1]) changed.push(`${card.party} ${card.widget} total`);
  }
  expect(empty).toEqual([]);
  expect(changed).toEqual([]);
  expect(differing).toBeGreaterThan(10);
});

test('past due and on hold cover all of them', async () => {
  const { rows } = await sql<Record<'due' | 'cents' | 'held', number>>`
    select count(*) filter (where status = 'INVOICE_PAST_DUE')::integer as due,
      sum(total_cents) filter (where status in ('INVOICE_PAST_DUE', 'INVOICE_DUE'))::float8 as cents,
      (select count(*)::integer from jobs where tenant_id = i.tenant_id and status = 'ON_HOLD') as held
    from invoices i where client_id is not null and tenant_id = ${world.scopes.VMS.tenantId}::uuid
    group by i.tenant_id`.execute(world.owner);
  const request = async (call: BatchCall, extra = {}) =>
    (
      await world.send('VMS', 'POST', homeDashboardEndpoints[call].path, {
        timeFrame: 'WEEKLY_LAST_SEVEN_DAYS',
        ...extra,
      })
    ).json;
  const invoices = await request('invoiceWidget');
  const jobs = await request('jobsWidget', { notificationDate: today() });
  expect([numberOf('INVOICE_PAST_DUE', invoices), invoices['totalDue'], jobs['onHold']]).toEqual([
    rows[0]?.due,
    rows[0]?.cents,
    rows[0]?.held,
  ]);
});
