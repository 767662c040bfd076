import type { Entry } from '../format';
import { unfinishedText } from '../matchers';
import { lineOf } from '../log';
import { parsePatch, patchEntries, type Patch } from '../patch';
import { inOrder, runTape } from '../runTape';
import { play } from '../play';
import type { Tape } from '../read';
import { numberOf } from './args';
import { eachTape, exitOf, failedLine, namesOf } from './cases';
import type { Command, FlowsConfig } from './config';
import { openTape } from './files';
import { updateTape } from './update';

/**
 * Replays strictly, or with `--lenient` by function and arguments, with `--set` with changed answers, with `--update`
 * to rewrite the tape.
 */
export const playTapes: Command = async (config, args) => {
  const patches = (args.values.get('set') ?? []).map(parsePatch);
  const upTo = numberOf(args, 'upto', Infinity);
  const stories: string[] = [];
  const cases = await eachTape(namesOf(config, args), async (name) => {
    if (args.flags.has('update')) return updateTape(config, args, name, stories);
    const tape = openTape(config, name);
    if (patches.length > 0) return playPatched(config, tape, patches, stories);
    return args.flags.has('lenient')
      ? playLenient(config, tape)
      : unfinishedText(await play(config.app, tape, { upTo }));
  });
  const failed = cases.filter((one) => one.failure !== null).length;
  const lines = cases.map((one) => (one.failure === null ? `ok      ${one.name}` : failedLine(one)));
  return {
    exit: exitOf(cases),
    lines: [...lines, ...stories, `${cases.length - failed} played, ${failed} failed`],
    data: cases,
    cases,
  };
};

async function playLenient({ app }: FlowsConfig, { header, entries }: Tape): Promise<string | null> {
  const { facts, unrecorded, left } = await runTape(app, header, [...entries], inOrder);
  const fault = faultText(facts.faults);
  if (fault !== null) return fault;
  if (unrecorded[0] !== undefined) return `called but not on the tape: ${unrecorded[0]}`;
  return left[0] ? `on the tape but never called: ${lineOf(left[0]).trim()}` : null;
}

/** The consequences of a patch are not on the tape: they are shown, not judged. */
async function playPatched(
  { app }: FlowsConfig,
  { header, entries }: Tape,
  patches: readonly Patch[],
  stories: string[],
): Promise<string | null> {
  const patched: readonly Entry[] = patchEntries([...entries], patches);
  const { facts } = await runTape(app, header, patched, inOrder, { isLoose: true });
  stories.push(...facts.story);
  return faultText(facts.faults);
}

const faultText = ([fault]: readonly Error[]) => (fault ? `no saga caught: ${fault.message}` : null);
