/**
 * Every flow in other orders than the recorded one: no error that no saga catches, nobody who waits for ever.
 * The orders are spread over the tapes; `TEST_SEED` gives others of them.
 */
import { explore } from '../../tape';
import { app } from '../support/flows/app';
import { openTape, tapeNames } from '../support/flows/replay';
import { cases, seed } from '../support/cases';

const ORDERS = cases('other orders of the flows', { usual: 64, long: 100_000 });
const EACH = Math.ceil(ORDERS / tapeNames().length);

it.each(tapeNames())(`%s goes well in ${EACH} other orders`, async (name) => {
  const { header, entries } = openTape(name);
  const { smallest } = await explore(app, header, [...entries], { orders: EACH, seed: seed(1) });
  expect(smallest?.problem).toBeUndefined();
});
