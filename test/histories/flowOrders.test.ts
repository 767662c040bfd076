/**
 * Every flow in other orders than the recorded one: no uncaught error, and no saga that waits forever. The orders are
 * spread over the tapes; `TEST_SEED` chooses others. Short tapes run out of orders and leave their share to longer
 * ones.
 */
import { explore } from '../../tape';
import { app } from '../support/flows/app';
import { openTape, tapeNames } from '../support/flows/replay';
import { cases, seed } from '../support/cases';

const tapes = tapeNames()
  .map((name) => ({ name, length: [...openTape(name).entries].length }))
  .sort((one, other) => one.length - other.length);
let left = cases('other orders of the flows', { usual: tapes.length, long: 100_000 });

it.each(tapes)('$name succeeds in other orders', async ({ name }) => {
  const { header, entries } = openTape(name);
  const nth = tapes.findIndex((tape) => tape.name === name);
  const most = Math.ceil(left / (tapes.length - nth));
  // A single order needs no comparison with others.
  const isReduced = most > 1;
  const { smallest, orders } = await explore(app, header, [...entries], { orders: most, seed: seed(1), isReduced });
  left -= orders;
  expect(smallest?.problem).toBeUndefined();
});
