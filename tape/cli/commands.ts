/** What each command does; nothing here prints. */
import { coverageOf } from '../coverage';
import { explore } from '../explore';
import type { Entry } from '../format';
import { unfinishedText } from '../jest';
import { lineOf, type FlowFacts } from '../log';
import { numbersOf, parsePatch, patchEntries } from '../patch';
import { inOrder, perform } from '../perform';
import { play } from '../play';
import { writeTape } from '../read';
import { createRedactor, redactEntry } from '../redact';
import { numberOf, type Args } from './args';
import { UsageError, type Case, type FlowsConfig, type Outcome } from './config';
import { namesIn, openTape, saveTape } from './files';
import { planOf, toTest } from './toTest';

type Command = (config: FlowsConfig, args: Args) => Promise<Outcome>;

const theOne = ({ names, command }: Args): string => {
  const [name] = names;
  if (name === undefined || names.length > 1) throw new UsageError(`flows ${command} wants the name of one tape.`);
  return name;
};
const all = ({ folder }: FlowsConfig, { names }: Args) => (names.length > 0 ? names : namesIn(folder));
const good = (lines: readonly string[], data: unknown): Outcome => ({ isGood: true, lines, data });

const ls: Command = async (config) => {
  const titles = new Map(config.library.map(({ name, title }) => [name, title]));
  const tapes = namesIn(config.folder).map((name) => {
    const { header, entries } = openTape(config, name);
    return { name, app: header.app, entries: [...entries].length, title: titles.get(name) ?? null };
  });
  return good(
    tapes.map(({ name, entries, title }) => `${name.padEnd(32)} ${String(entries).padStart(6)}  ${title ?? ''}`),
    tapes,
  );
};

const show: Command = async (config, args) => {
  const { header, entries } = openTape(config, theOne(args));
  const all_ = [...entries];
  const numbers = numbersOf(all_);
  const lines = all_.map((entry, at) => {
    const address = 'call' in entry ? entry.call : 'answer' in entry ? entry.answer : 'ask' in entry ? entry.ask : '';
    return `${String(at + 1).padStart(5)}  ${(numbers.get(address) ?? '').padEnd(18)} ${lineOf(entry)}`;
  });
  return good([`${header.app}, zone ${header.zone}, ${all_.length} entries`, ...lines], { header, entries: all_ });
};

const playAll: Command = async (config, args) => {
  const patches = (args.values.get('set') ?? []).map(parsePatch);
  const upTo = numberOf(args, 'upto', Infinity);
  const isLenient = args.flags.has('lenient') || patches.length > 0;
  const cases: Case[] = [];
  const stories: string[] = [];
  for (const name of all(config, args)) {
    const started = performance.now();
    let failure: string | null;
    try {
      const tape = openTape(config, name);
      if (isLenient) {
        const entries = patchEntries([...tape.entries], patches);
        const done = await perform(config.app, tape.header, entries, inOrder, { isLoose: patches.length > 0 });
        const [fault] = done.facts.faults;
        const [unasked] = done.unasked;
        const [left] = done.left;
        // What follows from a patch is not on the tape: it is shown, not judged.
        if (patches.length > 0) stories.push(...done.facts.story);
        if (fault) failure = `no saga caught: ${fault.message}`;
        else if (patches.length > 0) failure = null;
        else if (unasked !== undefined) failure = `asked but not on the tape: ${unasked}`;
        else failure = left ? `on the tape but never asked: ${lineOf(left).trim()}` : null;
      } else failure = unfinishedText(await play(config.app, tape, { upTo }));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      failure = (error as Error).message;
    }
    cases.push({ name, seconds: (performance.now() - started) / 1_000, failure });
  }
  const failed = cases.filter((one) => one.failure !== null);
  const lines = cases.map(({ name, failure }) =>
    failure === null ? `ok      ${name}` : `FAILED  ${name}\n${failure}\n`,
  );
  const closing = `${cases.length - failed.length} played, ${failed.length} failed`;
  return { isGood: failed.length === 0, lines: [...lines, ...stories, closing], data: cases, cases };
};

const exploreAll: Command = async (config, args) => {
  const options = {
    orders: numberOf(args, 'orders', 500),
    seed: numberOf(args, 'seed', 1),
    failures: numberOf(args, 'failures', 0),
    duplicates: numberOf(args, 'duplicates', 0),
    delays: numberOf(args, 'delays', 0),
    shrink: args.command === 'minimize' ? 2_000 : 100,
  };
  const cases: Case[] = [];
  const lines: string[] = [];
  const data: unknown[] = [];
  for (const name of args.command === 'minimize' ? [theOne(args)] : all(config, args)) {
    const started = performance.now();
    const { header, entries } = openTape(config, name);
    const found = await explore(config.app, header, [...entries], options);
    const { smallest } = found;
    let failure: string | null = null;
    if (smallest !== null) {
      const file = saveTape(config, args.values.get('out')?.at(-1) ?? `${name}.failing`, smallest.tape);
      failure = `${smallest.problem}\n  in ${found.failing} of ${found.orders} orders; the nearest to the recording has ${smallest.swaps} pairs swapped and does without ${smallest.dropped} intents and messages: ${file}`;
    }
    lines.push(
      failure === null ? `ok      ${name}: ${found.distinct} different orders` : `FAILED  ${name}: ${failure}`,
    );
    cases.push({ name, seconds: (performance.now() - started) / 1_000, failure });
    data.push({ name, ...found });
  }
  return { isGood: cases.every(({ failure }) => failure === null), lines, data, cases };
};

const diff: Command = async (config, { names }) => {
  const [a, b] = names;
  if (a === undefined || b === undefined || names.length > 2) throw new UsageError('flows diff wants two tapes.');
  const [left, right] = [a, b].map((name) => [...openTape(config, name).entries]) as [Entry[], Entry[]];
  const at = left.findIndex((entry, nth) => JSON.stringify(entry) !== JSON.stringify(right[nth]));
  const nth = at < 0 ? left.length : at;
  if (at < 0 && left.length === right.length) return good(['The two tapes hold the same entries.'], { same: true });
  const text = (entry: Entry | undefined) => (entry ? lineOf(entry).trim() : 'the end of the tape');
  const lines = [
    `entry ${nth + 1} is the first that differs`,
    `  ${a}: ${text(left[nth])}`,
    `  ${b}: ${text(right[nth])}`,
  ];
  return {
    isGood: false,
    lines,
    data: { same: false, nth: nth + 1, entries: [left[nth] ?? null, right[nth] ?? null] },
  };
};

const printTest: Command = async (config, args) => {
  const name = theOne(args);
  const plan = planOf([...openTape(config, name).entries]);
  const text = toTest(config.plan.head, name, plan, await config.plan.run(plan));
  return good([text], { name, text });
};

const redact: Command = async (config, args) => {
  const name = theOne(args);
  const { header, entries } = openTape(config, name);
  const redaction = {
    ...header.redaction,
    keys: [...new Set([...header.redaction.keys, ...config.app.redaction.keys])],
  };
  const redactor = createRedactor(redaction);
  const once = [...entries].map((entry) => redactEntry(redactor, entry));
  // Twice, for secrets that are named only after they stood somewhere else.
  const text = writeTape(
    { ...header, redaction },
    once.map((entry) => redactEntry(redactor, entry)),
  );
  const file = saveTape(config, args.values.get('out')?.at(-1) ?? name, text);
  return good([`Redacted: ${file}`], { file });
};

const coverage: Command = async (config, args) => {
  const flows: FlowFacts['fired'][] = [];
  for (const name of all(config, args)) flows.push((await play(config.app, openTape(config, name))).facts.fired);
  const { machines, total, percent } = coverageOf(config.app, flows);
  const { uncounted, unreachable } = config;
  const lines = machines.flatMap((one) => [
    `${one.name.padEnd(20)} ${one.all - one.missing.length} of ${one.all}`,
    ...one.missing.flatMap((name) => [
      `    missing  ${name}`,
      ...(unreachable[name] ? [`             ${unreachable[name]}`] : []),
    ]),
  ]);
  const others = Object.entries(uncounted).map(([name, why]) => `${name.padEnd(20)} not counted: ${why}`);
  const rounded = percent.toFixed(1);
  return good([...lines, ...others, `${rounded} % of ${total} transitions`], {
    percent: Number(rounded),
    machines,
    uncounted,
    unreachable,
  });
};

const record: Command = async (config, { names }) => {
  const wanted = config.library.filter(({ name }) => names.length === 0 || names.includes(name));
  const unknown = names.filter((name) => !config.library.some((one) => one.name === name));
  if (unknown.length > 0) throw new UsageError(`No flow of the library is called ${unknown.join(', ')}.`);
  const files: string[] = [];
  for (const { name, record: run } of wanted) files.push(saveTape(config, name, await run()));
  return good([`${files.length} tapes recorded.`], { files });
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  ls,
  show,
  play: playAll,
  explore: exploreAll,
  minimize: exploreAll,
  diff,
  'to-test': printTest,
  redact,
  coverage,
  record,
};
