/** Makes a failing order smaller while it fails in the same way. */
import type { TapeRun } from './runTape';

/** How many pairs are in another order than recorded. */
export function swapsOf(order: readonly number[]): number {
  let swaps = 0;
  for (let a = 0; a < order.length; a += 1)
    for (let b = a + 1; b < order.length; b += 1) if ((order[a] as number) > (order[b] as number)) swaps += 1;
  return swaps;
}

type Fails = (order: readonly number[], without: ReadonlySet<number>) => Promise<TapeRun | null>;

/** Leaves out intents and messages, many together and then fewer, while the same failure remains. */
export async function withFewerEntries(from: TapeRun, tries: number, all: readonly number[], fails: Fails) {
  let found = from;
  let without: ReadonlySet<number> = new Set();
  let kept = all;
  let left = tries;
  for (let many = Math.ceil(kept.length / 2); many >= 1 && left > 0; many = many === 1 ? 0 : Math.ceil(many / 2)) {
    for (let at = 0; at < kept.length && left > 0;) {
      left -= 1;
      const fewer = new Set([...without, ...kept.slice(at, at + many)]);
      const tried = await fails(found.order, fewer);
      if (tried === null) at += many;
      else {
        found = tried;
        without = fewer;
        kept = kept.filter((rank) => !fewer.has(rank));
      }
    }
  }
  return { found, without };
}

/** Restores the recorded order of neighbors while the same failure remains. */
export async function withFewerSwaps(
  from: TapeRun,
  tries: number,
  fails: (order: readonly number[]) => Promise<TapeRun | null>,
): Promise<TapeRun> {
  let best = from;
  let left = tries;
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false;
    for (let at = 0; at + 1 < best.order.length && left > 0; at += 1) {
      const [a, b] = [best.order[at] as number, best.order[at + 1] as number];
      if (a < b) continue;
      left -= 1;
      const order = [...best.order];
      order.splice(at, 2, b, a);
      const tried = await fails(order);
      if (tried === null || swapsOf(tried.order) >= swapsOf(best.order)) continue;
      best = tried;
      isBetter = true;
    }
  }
  return best;
}
