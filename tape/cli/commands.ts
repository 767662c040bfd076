/** The commands; nothing here prints. */
import { mkdirSync } from 'node:fs';
import { addressOf, TapeError, type Entry, type Json } from '../format';
import { lineOf, storyOf } from '../log';
import { numbersOf } from '../patch';
import { unfinishedText } from '../matchers';
import { play } from '../play';
import { linesOf, readTape, refuseCut, writeTape } from '../read';
import { compareTapes, isReal } from '../compare';
import { createRedactor, redactEntry } from '../redact';
import { UsageError, type Args } from './args';
import type { Command, FlowsConfig, Outcome } from './config';
import { coverTapes } from './coverage';
import { exploreTapes, minimizeTape } from './explore';
import { namesIn, openTape, saveChanged, saveTape } from './files';
import { withLongActions } from './longActions';
import { playTapes } from './play';
import { toTest } from './toTest';
import { changeLines } from './update';

const theOne = ({ names, command }: Args): string => {
  const [name] = names;
  if (name === undefined || names.length > 1) throw new UsageError(`${command} needs the name of one tape.`);
  return name;
};
const good = (lines: readonly string[], data: unknown): Outcome => ({ exit: 0, lines, data });

const ls: Command = async (config) => {
  const titles = new Map((config.library ?? []).map(({ name, title }) => [name, title]));
  const tapes = namesIn(config.folder).map((name) => {
    const title = titles.get(name) ?? null;
    try {
      const { header, entries } = openTape(config, name);
      return { name, app: header.app, entries: [...entries].length, title };
    } catch (error) {
      if (!(error instanceof TapeError)) throw error;
      return { name, title, problem: error.message };
    }
  });
  return {
    exit: tapes.some((tape) => 'problem' in tape) ? 2 : 0,
    lines: tapes.map(({ name, entries = '', title, problem }) =>
      `${name.padEnd(32)} ${String(entries).padStart(6)}  ${problem ?? title ?? ''}`.trimEnd(),
    ),
    data: tapes,
  };
};

const show: Command = async (config, args) => {
  const { header, entries } = openTape(config, theOne(args));
  const every = [...entries];
  const numbers = numbersOf(every);
  const lines = every.map((entry, at) => {
    const number = numbers.get(addressOf(entry) ?? '') ?? '';
    return `${String(at + 1).padStart(5)}  ${number.padEnd(18)} ${lineOf(entry)}`;
  });
  const cut = header.cut ? `, the last after ${header.cut.dropped} others` : '';
  return good([`${header.app}, zone ${header.zone}, ${every.length} entries${cut}`, ...lines], {
    header,
    entries: every,
  });
};

const story: Command = async (config, args) => {
  const name = theOne(args);
  const tape = openTape(config, name);
  if (tape.header.cut !== undefined) {
    const storyLines = [`… ${tape.header.cut.dropped} entries before it`, ...storyOf(tape.entries, config.app)];
    return good(storyLines, { name, story: storyLines, failure: null });
  }
  const flow = await play(config.app, tape);
  const failure = unfinishedText(flow);
  const lines = [...flow.facts.story, ...(failure === null ? [] : ['', failure])];
  return { exit: failure === null ? 0 : 1, lines, data: { name, story: flow.facts.story, failure } };
};

const diff: Command = async (config, { names }) => {
  const [a, b] = names;
  if (a === undefined || b === undefined || names.length > 2)
    throw new UsageError('diff needs the names of two tapes.');
  const [left, right] = [a, b].map((name) => [...openTape(config, name).entries]) as [Entry[], Entry[]];
  const at = left.findIndex((entry, nth) => JSON.stringify(entry) !== JSON.stringify(right[nth]));
  const nth = at < 0 ? left.length : at;
  if (at < 0 && left.length === right.length) return good(['The two tapes hold the same entries.'], { same: true });
  const text = (entry: Entry | undefined) => (entry ? lineOf(entry).trim() : 'the end of the tape');
  const changes = compareTapes(left, right);
  const lines = [
    `entry ${nth + 1} is the first that differs`,
    `  ${a}: ${text(left[nth])}`,
    `  ${b}: ${text(right[nth])}`,
    ...changeLines(changes),
  ];
  return {
    exit: 1,
    lines,
    data: { same: false, nth: nth + 1, entries: [left[nth] ?? null, right[nth] ?? null], changes },
  };
};

const printTest: Command = async (config, args) => {
  const name = theOne(args);
  const { header, entries } = openTape(config, name);
  refuseCut(name, header);
  const text = await toTest(config, name, header, [...entries]);
  return good([text], { name, text });
};

const redact: Command = async (config, args) => {
  const name = theOne(args);
  const { header, entries } = openTape(config, name);
  const queries = [...new Set([...(header.redaction.queries ?? []), ...(config.app.redaction.queries ?? [])])];
  const redaction = {
    keys: [...new Set([...header.redaction.keys, ...config.app.redaction.keys])],
    ...(queries.length > 0 && { queries }),
    emails: header.redaction.emails || config.app.redaction.emails,
  };
  const redactor = createRedactor(redaction);
  const recorded = [...entries];
  const once = recorded.map((entry) => redactEntry(redactor, entry));
  // Twice, for secrets that are named only after their first use.
  const twice = (value: Json) => redactor.redact(redactor.redact(value));
  const { cut, given } = header;
  const clear = {
    ...header,
    redaction,
    given: twice(given),
    ...(cut && { cut: { ...cut, state: twice(cut.state) } }),
  };
  const { entries: written, unknown } = await withLongActions(config.app, {
    before: { header, entries: recorded },
    after: { header: clear, entries: once.map((entry) => redactEntry(redactor, entry)) },
  });
  const file = saveChanged(config, args, name, writeTape(clear, written));
  const advice = `The app no longer does what the tape says, so ${unknown} long actions are as before. If play reports them, accept them with play ${name} --update.`;
  return good([`Redacted: ${file}`, ...(unknown > 0 ? [advice] : [])], { file, unknown });
};

const record: Command = async (config, { names }) => {
  const { library = [] } = config;
  const wanted = library.filter(({ name }) => names.length === 0 || names.includes(name));
  const unknown = names.filter((name) => !library.some((one) => one.name === name));
  if (unknown.length > 0) throw new UsageError(`No flow of the library is called ${unknown.join(', ')}.`);
  mkdirSync(config.folder, { recursive: true });
  const known = namesIn(config.folder);
  const files: string[] = [];
  const lines: string[] = [];
  for (const { name, record: run } of wanted) {
    const text = await run();
    const before = known.includes(name) ? readable(config, name) : null;
    const changes = before ? compareTapes(before, [...readTape(name, linesOf(text)).entries]) : [];
    if (changes.length > 0)
      lines.push(`${name}: ${changes.filter(isReal).length} of ${changes.length} are more than a move`);
    lines.push(...changeLines(changes));
    files.push(saveTape(config, name, text));
  }
  return good([...lines, `${files.length} tapes recorded.`], { files });
};

/** Null for a tape of another format, or a truncated one: it is recorded again. */
function readable(config: FlowsConfig, name: string): readonly Entry[] | null {
  try {
    return [...openTape(config, name).entries];
  } catch (error) {
    if (error instanceof TapeError) return null;
    throw error;
  }
}

const minimize: Command = (config, args, reportLine) => {
  theOne(args);
  return minimizeTape(config, args, reportLine);
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  ls,
  show,
  story,
  play: playTapes,
  explore: exploreTapes,
  minimize,
  diff,
  'to-test': printTest,
  redact,
  coverage: coverTapes,
  record,
};
