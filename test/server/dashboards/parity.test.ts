/** Whatever a card says, the list it leads to has as many rows. */
import fc from 'fast-check';
import { codesFor } from '../../../contract/dashboards/widgets';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { cardsOf, cellsOf, choicesOf, filterArbitrary, type Cell } from './support';
import { cases, seed } from '../../support/cases';

const CELLS = cases('filtered card figures and their lists', { usual: 100, long: 5_000 });
const SEED = seed(7);
const cards = PARTIES.flatMap(cardsOf);
const codes = cards.reduce((sum, { widget, party }) => sum + codesFor(widget, party).length, 0);
const formsEach = Math.max(1, Math.ceil(CELLS / codes));

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const differing = (cells: readonly Cell[]): string[] =>
  cells.filter(({ said, listed }) => said !== listed).map(({ said, listed, what }) => `${said} not ${listed}: ${what}`);

test(`every number is the number of rows behind it (seed ${SEED})`, async () => {
  const cells: Cell[] = [];
  for (const [index, card] of cards.entries()) {
    const filters = fc.sample(filterArbitrary(await choicesOf(world, card.party)), {
      numRuns: formsEach,
      seed: SEED + index,
    });
    for (const filter of filters) cells.push(...(await cellsOf(world, card, filter)));
  }
  expect(differing(cells)).toEqual([]);
  expect(cells.length).toBeGreaterThanOrEqual(CELLS);
  // Or nothing but zeros would have been compared.
  expect(cells.filter(({ said }) => said).length).toBeGreaterThan(cells.length / 4);
  process.stdout.write(`parity: ${cells.length} cells, ${cells.filter(({ said }) => said).length} above 0\n`);
});

test('without a filter every card has something to show, and its total is the list without a status', async () => {
  const empty: string[] = [];
  for (const card of cards) {
    const cells = await cellsOf(world, card, { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' });
    expect(differing(cells)).toEqual([]);
    if (!cells.some(({ said }) => said)) empty.push(`${card.party} ${card.call}`);
  }
  expect(empty).toEqual([]);
});
