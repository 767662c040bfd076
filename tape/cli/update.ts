/**
 * `play --update`: rewrites a tape as the current sagas play it. What only moved is written; real changes, also of an
 * order, only if they are accepted.
 */
import { compareTapes, isReal, type Change } from '../compare';
import { hashMachines } from '../machines';
import { writeTape } from '../read';
import { inOrder, runTape } from '../runTape';
import { UsageError, type Args } from './args';
import type { FlowsConfig } from './config';
import { openTape, saveChanged } from './files';

/** Numbers of entries; or all. */
function acceptedIn({ values }: Args): (change: Change) => boolean {
  const words = values.get('accept')?.flatMap((text) => text.split(',')) ?? [];
  if (words.includes('all')) return () => true;
  const unknown = words.find((word) => !/^\d+$/.test(word));
  if (unknown !== undefined)
    throw new UsageError(`--accept takes numbers of entries, such as 12,15, or all, not "${unknown}".`);
  return ({ nth }) => words.includes(String(nth));
}

/** One line each, with the number of its entry. */
export const changeLines = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ kind, nth, text }) => `  ${String(nth).padStart(5)}  ${kind.padEnd(16)}  ${text}`);

/**
 * Writes the tape unless something changed that was not accepted; says what is different in `lines`. Returns why it was
 * not written; null if it was, or if nothing is different. Throws UsageError or TapeError.
 */
export async function updateTape(
  config: FlowsConfig,
  args: Args,
  name: string,
  lines: string[],
): Promise<string | null> {
  const isAccepted = acceptedIn(args);
  const { header, entries } = openTape(config, name);
  const before = [...entries];
  await config.app.warm?.();
  // Only what follows shows whether a call moved or changed, so both are tried and the better explanation is taken.
  const played = async (isInPlace: boolean) => {
    const { entries: after, facts } = await runTape(config.app, header, before, inOrder, { isLoose: true, isInPlace });
    return { after, facts, changes: compareTapes(before, after) };
  };
  const one = await played(false);
  const other = await played(true);
  const realOf = ({ changes }: typeof one) => changes.filter(isReal).length;
  const { after, facts, changes } = realOf(other) < realOf(one) ? other : one;
  if (facts.faults[0]) return `no saga caught: ${facts.faults[0].message}`;
  if (changes.length === 0) return null;
  const open = changes.filter((change) => isReal(change) && !isAccepted(change));
  if (open.length > 0) {
    const numbers = [...new Set(open.map(({ nth }) => nth))].join();
    const advice = `${open.length} of ${changes.length} differences are more than a move. Nothing is written; --accept ${numbers} takes them.`;
    return [advice, ...changeLines(changes)].join('\n');
  }
  const { name: app, version, machines } = config.app;
  const file = saveChanged(
    config,
    args,
    name,
    writeTape({ ...header, app: `${app} ${version}`, machines: hashMachines(machines) }, after),
  );
  lines.push(`updated ${name}: ${file}`, ...changeLines(changes));
  return null;
}
