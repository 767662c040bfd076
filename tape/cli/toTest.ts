/** Prints a tape as a test that a person could have written: it drives the app and needs only it and this package. */
import type { App } from '../app';
import { driveListed, sequence, Sequence, whole, type DriveOptions, type ListedDrive } from '../drive';
import { labelOf, portOf, sagaOf, TapeError, type Entry, type Json, type Outcome, type TapeHeader } from '../format';
import { same } from '../values';
import type { FlowsConfig } from './config';

type Options = Required<DriveOptions>;

/** The app's input at its start, and which calls are answered immediately. */
function optionsOf(
  { real: known = [] }: App,
  { given, redaction }: TapeHeader,
  entries: readonly Entry[],
  waits: ReadonlySet<string>,
): Options {
  const channels = new Set<string>();
  const sagas = new Set<string>();
  const real = new Set<string>();
  const loads = new Set<string>();
  const silent = new Set<string>();
  const values = new Map<string, Given[]>();
  for (const entry of entries) {
    if ('ask' in entry && entry.loads) loads.add(portOf(entry.ask));
    if (!('call' in entry) || waits.has(labelOf(entry.call))) continue;
    const port = portOf(entry.call);
    if (entry.real) {
      if (!known.includes(port)) real.add(port);
    } else if (entry.channel !== undefined) channels.add(port);
    else if (entry.saga) sagas.add(port);
    else if (entry.value === undefined) silent.add(labelOf(entry.call));
    else {
      const label = labelOf(entry.call);
      const args = whole(port, entry.args);
      values.set(label, [...(values.get(label) ?? []), { args, value: entry.value }]);
    }
  }
  const answers: Record<string, Json | Sequence> = {};
  const waiting = new Set([...waits].map(nameIn));
  for (const [port, all] of byPort(values)) {
    const every = all.flatMap(([, given]) => given.map(({ value }) => value));
    // One line for all calls of this function if they have the same answer.
    if (isSame(every) && !waiting.has(port)) answers[port] = every[0] ?? null;
    else for (const [label, given] of all) Object.assign(answers, answersOf(label, given));
  }
  return {
    given,
    answers,
    silent: [...silent],
    channels: [...channels],
    sagas: [...sagas],
    real: [...real],
    loads: [...loads],
    redaction,
  };
}

/** The function of a label. */
const nameIn = (label: string) => label.replace(/\(.*$/, '');

/** The labels of each function. */
function byPort(values: ReadonlyMap<string, Given[]>): ReadonlyMap<string, readonly (readonly [string, Given[]])[]> {
  const found = new Map<string, (readonly [string, Given[]])[]>();
  for (const one of values) {
    const port = nameIn(one[0]);
    found.set(port, [...(found.get(port) ?? []), one]);
  }
  return found;
}

interface Given {
  /** The call with its arguments. */
  readonly args: string;
  readonly value: Json;
}

/** Keyed by label, or by all arguments if the answers depend on more than the label shows. */
function answersOf(label: string, all: readonly Given[]): Readonly<Record<string, Json | Sequence>> {
  const byArgs = new Map<string, Json[]>();
  for (const { args, value } of all) byArgs.set(args, [...(byArgs.get(args) ?? []), value]);
  const values = all.map(({ value }) => value);
  if (byArgs.size === 1 || isSame(values)) return { [label]: inOrder(values) };
  return Object.fromEntries([...byArgs].map(([args, given]) => [args, inOrder(given)]));
}

/** The last value is repeated, so it is written once. */
function inOrder(values: readonly Json[]): Json | Sequence {
  if (isSame(values)) return values[0] ?? null;
  const last = JSON.stringify(values.at(-1));
  let length = values.length;
  while (JSON.stringify(values[length - 2]) === last) length -= 1;
  return sequence(...values.slice(0, length));
}

const isSame = (values: readonly Json[]) => new Set(values.map((value) => JSON.stringify(value))).size === 1;

/** One step of the test: its text, and how it is done. */
interface Step {
  readonly code: string;
  /** Whether it has happened in an earlier step. */
  readonly isDone?: (flow: ListedDrive<unknown>) => boolean;
  readonly run: (flow: ListedDrive<unknown>) => Promise<string>;
}

/** The module that a test imports this package as. */
export const tapesFor = ({ tapes = 'saga-tapes' }: NonNullable<FlowsConfig['test']>): string => tapes;

/** What every test imports besides this package: the functions of its runner, and the app. */
export const importsFor = ({ app = './src/sagaTapes.js', runner }: NonNullable<FlowsConfig['test']>): string =>
  `${runner === 'vitest' ? "import { expect, it } from 'vitest';\n" : ''}import { app } from '${app}';\n`;

/**
 * The text of the test. Rejects with TapeError if the tape cannot be driven, for example because an answer arrived in
 * another way.
 */
export async function toTest(
  { app, test = {} }: FlowsConfig,
  name: string,
  header: TapeHeader,
  entries: readonly Entry[],
): Promise<string> {
  const waits = new Set(entries.flatMap(waitsIn));
  const options = optionsOf(app, header, entries, waits);
  const names = createNames();
  const steps = stepsOf(entries, waits, names);
  const flow = await driveListed(app, options);
  const lines: string[] = [];
  let ends: Readonly<Record<string, string>>;
  let selected: readonly string[];
  try {
    for (const { code, isDone, run } of steps) {
      if (isDone?.(flow)) continue;
      const line = await run(flow).catch((error: unknown) => {
        throw error instanceof TapeError ? error : undrivable(name, error);
      });
      lines.push(line === '' ? `  await flow.${code};` : `  expect(await flow.${code}).toBe(${quoted(line)});`);
    }
    ends = flow.machines();
    selected = (test.selectors ?? []).map(
      (one) => `  expect(${one.name}(flow.state())).toEqual(${literal(one.select(flow.state() as never) as Json)});`,
    );
  } finally {
    flow.finish();
  }
  const optionText = (key: string, value: unknown): string => {
    if (key === 'answers') return answersText(options.answers);
    const isOfApp = key === 'redaction' && same(value as Json, app.redaction as unknown as Json);
    return isOfApp ? 'app.redaction' : literal(value as Json);
  };
  const imports = (test.selectors ?? []).map((one) => `import { ${one.name} } from '${one.from}';`);
  return `/** From the tape ${inComment(name)} (${inComment(header.app)}). */
import { drive${JSON.stringify(options.answers).includes('"values"') ? ', sequence' : ''} } from '${tapesFor(test)}';
${importsFor(test)}${imports.map((line) => `${line}\n`).join('')}
${names.text()}// prettier-ignore
const WORLD = {
${Object.entries(options)
  .filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null && Object.keys(value as object).length > 0,
  )
  .map(([key, value]) => `  ${key}: ${optionText(key, value)},`)
  .join('\n')}
};

// prettier-ignore
it(${JSON.stringify(name)}, async () => {
  const flow = await drive(app, WORLD);
${lines.join('\n')}
${Object.keys(ends).length === 0 ? '' : `  expect(flow.machines()).toEqual(${literal(ends)});\n`}${selected.map((line) => `${line}\n`).join('')}  flow.finish();
});
`;
}

/** The label of a call that a test answers itself: one that is answered later, or fails. */
function waitsIn(entry: Entry): readonly string[] {
  if ('ask' in entry) return entry.loads ? [] : [labelOf(entry.ask)];
  return 'call' in entry && entry.error !== undefined ? [labelOf(entry.call)] : [];
}

function undrivable(name: string, error: unknown): TapeError {
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new TapeError(
    `${name} cannot be printed as a test: ${why.replace(/\.$/, '')}. Play the tape in a test instead (README, In a test).`,
  );
}

/** Whoever made the tape chose the text. */
const inComment = (text: string): string => text.replaceAll('*/', '*\\/');

interface PendingCall {
  readonly address: string;
  readonly args: readonly Json[];
}

function forget(pending: PendingCall[], address: string): void {
  const at = pending.findIndex((one) => one.address === address);
  if (at >= 0) pending.splice(at, 1);
}

function stepsOf(entries: readonly Entry[], waits: ReadonlySet<string>, names: Names): readonly Step[] {
  const opened = new Map<number, string>();
  /** The messages that each channel got together with another channel of its function. */
  const given = new Map<number, string[]>();
  const ended = new Set<number>();
  const pending: PendingCall[] = [];
  let starts = 0;
  const settled = ({ address, args }: PendingCall, { value, error, channel, saga, real }: Outcome): Step => {
    if (channel !== undefined || saga || real) {
      const problem = `${labelOf(address)} returns a channel or a saga, but not at once or not in each call`;
      return { code: '', run: () => Promise.reject(new Error(problem)) };
    }
    // `answer` takes the oldest call of a label. If this is another one, its arguments name it.
    const oldest = pending.find((one) => labelOf(one.address) === labelOf(address));
    const call = oldest === undefined || oldest.address === address ? labelOf(address) : whole(portOf(address), args);
    forget(pending, address);
    if (error !== undefined) {
      const given = plainError(error);
      return { code: `fail(${quoted(call)}, ${names.of(call, given)})`, run: (flow) => flow.fail(call, given) };
    }
    if (value === undefined) return { code: `answer(${quoted(call)})`, run: (flow) => flow.answer(call) };
    return { code: `answer(${quoted(call)}, ${names.of(call, value)})`, run: (flow) => flow.answer(call, value) };
  };
  const sent = (nth: number, value: Json): Step[] => {
    const channel = opened.get(nth) ?? '';
    const text = JSON.stringify(value);
    if (given.get(nth)?.[0] === text) {
      given.get(nth)?.shift();
      return [];
    }
    for (const [other, name] of opened)
      if (name === channel && other !== nth) given.set(other, [...(given.get(other) ?? []), text]);
    return [
      {
        code: `message(${quoted(channel)}, ${names.of(channel, value)})`,
        run: (flow) => flow.message(channel, value),
      },
    ];
  };
  const end = (nth: number): Step[] => {
    const channel = opened.get(nth) ?? '';
    if (ended.has(nth)) return [];
    for (const [other, name] of opened) if (name === channel) ended.add(other);
    return [{ code: `end(${quoted(channel)})`, run: (flow) => flow.end(channel) }];
  };
  const stepsFor = (entry: Entry): Step[] => {
    if ('call' in entry) {
      if (entry.channel !== undefined) opened.set(entry.channel, portOf(entry.call));
      return waits.has(labelOf(entry.call)) ? [settled({ address: entry.call, args: entry.args }, entry)] : [];
    }
    if ('ask' in entry) {
      pending.push({ address: entry.ask, args: entry.args });
      return [];
    }
    if ('cancel' in entry) {
      forget(pending, entry.cancel);
      return [];
    }
    if ('answer' in entry) {
      const asked = pending.find(({ address }) => address === entry.answer);
      return [settled(asked ?? { address: entry.answer, args: [] }, entry)];
    }
    if ('start' in entry) {
      const { args } = entry;
      const nth = (starts += 1);
      return [
        {
          code: `start(${args.map(literal).join(', ')})`,
          isDone: (flow) => flow.roots() >= nth,
          run: (flow) => flow.start(...args),
        },
      ];
    }
    if ('do' in entry) {
      const action = entry.do as unknown as { readonly type: string };
      return [{ code: `dispatch(${literal(entry.do)})`, run: (flow) => flow.dispatch(action) }];
    }
    if ('message' in entry) return sent(entry.message, entry.value ?? null);
    if ('end' in entry) return end(entry.end);
    if ('close' in entry) {
      ended.add(entry.close);
      return [];
    }
    if ('give' in entry) {
      const saga = labelOf(sagaOf(entry.give));
      const value = entry.value ?? null;
      return [{ code: `give(${quoted(saga)}, ${literal(value)})`, run: (flow) => flow.give(saga, value) }];
    }
    return [];
  };
  const steps: Step[] = [];
  for (const entry of entries) {
    if (!('message' in entry && entry.all)) steps.push(...stepsFor(entry));
    // What a saga fetches together, or the end that it finds, came before the step in which it does.
    else if (!Array.isArray(entry.value)) steps.splice(-1, 0, ...end(entry.message));
    else for (const value of entry.value as readonly Json[]) steps.splice(-1, 0, ...sent(entry.message, value));
  }
  return steps;
}

/** A plain error is written as its message. */
function plainError(error: Json): Json {
  const { $error } = (error ?? {}) as { readonly $error?: Readonly<Record<string, Json>> };
  const isPlain =
    $error?.['name'] === 'Error' && Object.keys($error).every((key) => key === 'name' || key === 'message');
  return isPlain ? ($error?.['message'] ?? error) : error;
}

interface Names {
  /** The value as code: long values by a constant named after the call. */
  readonly of: (call: string, value: Json) => string;
  /** The constants. */
  readonly text: () => string;
}

/** Longer values get a name. */
const SHORT = 60;

function createNames(): Names {
  const known = new Map<string, string>();
  return {
    of(call, value) {
      const text = literal(value);
      if (text.length <= SHORT) return text;
      const there = known.get(text);
      if (there !== undefined) return `values.${there}`;
      const base = (/\((\w+)\)$/.exec(call)?.[1] ?? /(\w+)(\(.*)?$/.exec(call)?.[1] ?? 'value').replace(/^\d/, '_$&');
      const taken = [...known.values()];
      let name = base;
      for (let nth = 2; taken.includes(name); nth += 1) name = `${base}${nth}`;
      known.set(text, name);
      return `values.${name}`;
    },
    text: () =>
      known.size === 0
        ? ''
        : `// prettier-ignore\nconst values = {\n${[...known].map(([text, name]) => `  ${name}: ${text},`).join('\n')}\n};\n\n`,
  };
}

const answersText = (answers: Options['answers']): string =>
  `{\n${Object.entries(answers)
    .map(([call, value]) => {
      const text = value instanceof Sequence ? `sequence(${value.values.map(literal).join(', ')})` : literal(value);
      return `    ${quoted(call)}: ${text},`;
    })
    .join('\n')}\n  }`;

const quoted = (text: string): string => (/['\\\n\r]/.test(text) ? JSON.stringify(text) : `'${text}'`);

/** The value as TypeScript on one line. */
function literal(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one: Json) => literal(one)).join(', ')}]`;
  const fields = Object.entries(value).map(
    ([key, inner]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${literal(inner)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
