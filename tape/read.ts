/** Reads a tape line by line, in bounded memory, and refuses what is none with one clear line. */
import { createChecksum } from './checksum';
import { FORMAT, kindOf, TapeError, VERSION, type Closing, type Entry, type TapeHeader } from './format';

export interface Tape {
  /** For messages: a file name. */
  readonly name: string;
  readonly header: TapeHeader;
  /** Read on demand, once. Throws TapeError where the tape goes wrong. */
  readonly entries: IterableIterator<Entry>;
}

/** The lines of a text, without holding them all. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    if (end < 0) return yield text.slice(from);
    yield text.slice(from, end);
    from = end + 1;
  }
}

export function readTape(name: string, lines: Iterable<string>): Tape {
  const source = lines[Symbol.iterator]();
  const first = source.next();
  if (first.done) throw new TapeError(`${name}: the file is empty. Record the flow again.`);
  const sum = createChecksum();
  sum.add(first.value);
  return { name, header: readHeader(name, first.value), entries: readEntries(name, source, sum) };
}

function parse(name: string, line: number, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TapeError(`${name}:${line}: this line is not JSON. Take the file from the recorder as it is.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TapeError(`${name}:${line}: this line is not an object. Take the file from the recorder as it is.`);
  return value;
}

function readHeader(name: string, text: string): TapeHeader {
  const header = parse(name, 1, text) as Partial<TapeHeader>;
  if (header.format !== FORMAT)
    throw new TapeError(`${name}: this is no flow tape (its first line does not say "format":"${FORMAT}").`);
  if (typeof header.version !== 'number' || header.version < VERSION)
    throw new TapeError(
      `${name}: recorded in format ${String(header.version)}, this player reads ${VERSION}. Record the flow again.`,
    );
  if (header.version > VERSION)
    throw new TapeError(
      `${name}: recorded in format ${header.version}, newer than this player's ${VERSION}. Update the player.`,
    );
  if (typeof header.machines !== 'object' || !Array.isArray(header.redaction?.keys))
    throw new TapeError(`${name}:1: the header lacks its machines or its redaction. Record the flow again.`);
  return header as TapeHeader;
}

function* readEntries(
  name: string,
  source: Iterator<string>,
  sum: ReturnType<typeof createChecksum>,
): Generator<Entry, void, void> {
  let entries = 0;
  for (let line = 2; ; line += 1) {
    const next = source.next();
    if (next.done || next.value === '')
      throw new TapeError(`${name}: ends after ${entries} entries without its closing line. It was cut off.`);
    const value = parse(name, line, next.value);
    if ('closed' in value) return void checkClosing(name, value as Closing, entries, sum.digest());
    if (kindOf(value) === null)
      throw new TapeError(`${name}:${line}: no entry is of this kind: ${next.value.slice(0, 60)}.`);
    sum.add(next.value);
    entries += 1;
    yield value as Entry;
  }
}

function checkClosing(name: string, { closed }: Closing, entries: number, sum: string): void {
  if (closed.entries !== entries)
    throw new TapeError(`${name}: holds ${entries} entries, its closing line says ${closed.entries}. It was edited.`);
  if (closed.sum !== sum)
    throw new TapeError(
      `${name}: was edited after it was recorded (its sum is ${sum}, not ${closed.sum}). Record it again, or patch it by --set.`,
    );
}

/** The whole tape as text, sealed by its closing line. */
export function writeTape(header: TapeHeader, entries: readonly Entry[]): string {
  return seal(
    JSON.stringify(header),
    entries.map((entry) => JSON.stringify(entry)),
  );
}

export function seal(header: string, lines: readonly string[]): string {
  const sum = createChecksum();
  for (const line of [header, ...lines]) sum.add(line);
  const closing: Closing = { closed: { entries: lines.length, sum: sum.digest() } };
  return `${[header, ...lines, JSON.stringify(closing)].join('\n')}\n`;
}
