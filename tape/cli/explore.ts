import { explore, type Exploration } from '../explore';
import { numberOf } from './args';
import { eachTape, exitOf, failedLine, namesOf } from './cases';
import type { Command } from './config';
import { openTape, saveTape } from './files';

/** Orders tried to find a smaller failing one, unless specified. */
const SHRINK = { explore: 100, minimize: 2_000 };

/** `explore` and `minimize`: a failing order is saved as a tape. */
const exploring =
  (shrink: number): Command =>
  async (config, args) => {
    const options = {
      orders: numberOf(args, 'orders', 500),
      seed: numberOf(args, 'seed', 1),
      failures: numberOf(args, 'failures', 0),
      duplicates: numberOf(args, 'duplicates', 0),
      delays: numberOf(args, 'delays', 0),
      shrink,
    };
    const found = new Map<string, Exploration>();
    const cases = await eachTape(namesOf(config, args), async (name) => {
      const { header, entries } = openTape(config, name);
      const one = await explore(config.app, header, [...entries], options);
      found.set(name, one);
      if (one.smallest === null) return null;
      const { problem, swaps, dropped, tape } = one.smallest;
      const file = saveTape(config, args.values.get('out')?.at(-1) ?? `${name}.failing`, tape);
      return `${problem}\n  in ${one.failing} of ${one.orders} orders; the nearest to the recording has ${swaps} pairs swapped and does without ${dropped} intents and messages: ${file}`;
    });
    return {
      exit: exitOf(cases),
      lines: cases.map((one) =>
        one.failure === null
          ? `ok      ${one.name}: ${found.get(one.name)?.distinct} different orders`
          : failedLine(one),
      ),
      data: cases.map(({ name, failure }) => ({ name, failure, ...found.get(name) })),
      cases,
    };
  };

export const exploreTapes = exploring(SHRINK.explore);
export const minimizeTape = exploring(SHRINK.minimize);
