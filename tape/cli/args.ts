/** Invalid arguments; the message is one line. Exit code 2. */
export class UsageError extends Error {}

export interface Args {
  readonly command: string;
  readonly names: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const FLAGS = ['strict', 'lenient', 'update', 'json', 'help'];
const VALUES = [
  'junit',
  'orders',
  'seed',
  'seconds',
  'workers',
  'share',
  'inject',
  'accept',
  'set',
  'out',
  'upto',
  'save',
  'against',
];

/** Throws UsageError for unknown arguments. */
export function parseArgs(words: readonly string[]): Args {
  const plain: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (!word.startsWith('-')) {
      plain.push(word);
      continue;
    }
    const name = word === '-h' ? 'help' : word.replace(/^--/, '');
    if (FLAGS.includes(name)) flags.add(name);
    else if (VALUES.includes(name)) {
      const value = words[(at += 1)];
      if (value === undefined) throw new UsageError(`--${name} needs a value.`);
      values.set(name, [...(values.get(name) ?? []), value]);
    } else throw new UsageError(`There is no option ${word}. The command help lists all.`);
  }
  const [command = 'help', ...names] = plain;
  return { command, names, flags, values };
}

/** Parses a non-negative integer. Throws UsageError for anything else. */
export function numberOf({ values }: Args, name: string, fallback: number): number {
  const text = values.get(name)?.at(-1);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!(value >= 0) || !Number.isInteger(value)) throw new UsageError(`--${name} needs a number, not "${text}".`);
  return value;
}
