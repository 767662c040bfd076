/** Changes recorded answers: returns the entries with some values replaced. */
import { addressOf, portOf, TapeError, type Address, type Entry, type Json } from './format';

export interface Patch {
  /** `http.send#3` is the third call of that function on the tape, as numbered by the command `show`. */
  readonly call: string;
  readonly path: readonly string[];
  readonly value: Json;
}

/** `http.send#3.status=500`; the value is JSON, or otherwise text. Throws TapeError for anything else. */
export function parsePatch(text: string): Patch {
  const found = /^([^#=]+#\d+)((?:\.[^.=]+)*)=(.*)$/s.exec(text);
  if (!found)
    throw new TapeError(`"${text}" is not a patch. Write function#number.field=value, such as http.send#1.status=500.`);
  const [, call = '', path = '', value = ''] = found;
  return { call, path: path.split('.').slice(1), value: parseValue(value) };
}

function parseValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The number of each call among those of its function, by address. */
export function numbersOf(entries: readonly Entry[]): ReadonlyMap<Address, string> {
  const counts = new Map<string, number>();
  const numbers = new Map<Address, string>();
  for (const entry of entries) {
    const address = 'call' in entry || 'ask' in entry ? addressOf(entry) : null;
    if (address === null) continue;
    const port = portOf(address);
    counts.set(port, (counts.get(port) ?? 0) + 1);
    numbers.set(address, `${port}#${counts.get(port) ?? 0}`);
  }
  return numbers;
}

/** Throws TapeError if a patch matches no answer. */
export function patchEntries(entries: readonly Entry[], patches: readonly Patch[]): Entry[] {
  const numbers = numbersOf(entries);
  let patched = [...entries];
  for (const { call, path, value } of patches) {
    const at = patched.findIndex(
      (entry) => ('call' in entry || 'answer' in entry) && numbers.get(addressOf(entry) ?? '') === call,
    );
    if (at < 0) throw new TapeError(`The tape has no answer of ${call}. The command show numbers them.`);
    patched = patched.map((entry, nth) => {
      if (nth !== at) return entry;
      const { error: _, value: before, ...rest } = entry as Entry & { readonly error?: Json; readonly value?: Json };
      return { ...rest, value: put(before ?? null, path, value) };
    });
  }
  return patched;
}

function put(before: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  if (Array.isArray(before))
    return before.map((item: Json, at) => (String(at) === key ? put(item, rest, value) : item));
  const known = typeof before === 'object' && before !== null ? (before as Readonly<Record<string, Json>>) : {};
  return { ...known, [key]: put(known[key] ?? null, rest, value) };
}
