/**
 * Every flow in other orders than the recorded one: no error that no saga catches, nobody who waits for ever.
 * `FLOW_ORDERS` orders are spread over the tapes; `SEED` gives others of them.
 */
import { explore } from '../../tape';
import { app } from '../support/flows/app';
import { openTape, tapeNames } from '../support/flows/replay';

const ORDERS = Number(process.env['FLOW_ORDERS'] ?? 64);
const SEED = Number(process.env['SEED'] ?? 1);
const EACH = Math.ceil(ORDERS / tapeNames().length);

it.each(tapeNames())(
  `%s goes well in ${EACH} other orders`,
  async (name) => {
    const { header, entries } = openTape(name);
    const { smallest } = await explore(app, header, [...entries], { orders: EACH, seed: SEED });
    expect(smallest?.problem).toBeUndefined();
  },
  10_000 + EACH * 1_000,
);
