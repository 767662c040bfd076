/** Reads a tape line by line, in bounded memory, and refuses invalid ones with a one-line message. */
import { createChecksum } from './checksum';
import { FORMAT, kindOf, TapeError, VERSION, type Closing, type Entry, type TapeHeader } from './format';
import { isObject, isComplete, missingInHeader } from './shape';

export interface Tape {
  /** For messages: a file name. */
  readonly name: string;
  readonly header: TapeHeader;
  /** Read on demand, once. Throws TapeError at the first invalid entry. */
  readonly entries: IterableIterator<Entry>;
}

/** The lines of a text, without keeping them all. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    if (end < 0) return yield text.slice(from);
    yield text.slice(from, end);
    from = end + 1;
  }
}

/** Reads the header now and the entries as they are needed. Throws TapeError; the entries do, too, when read. */
export function readTape(name: string, lines: Iterable<string>): Tape {
  const source = withoutReturns(lines);
  const first = source.next();
  if (first.done) throw new TapeError(`${name}: the file is empty. Record the flow again.`);
  const sum = createChecksum();
  sum.add(first.value);
  return { name, header: readHeader(name, first.value), entries: readEntries(name, source, sum) };
}

/** Throws TapeError for a tape of the last minutes, whose sagas began before it. */
export function refuseCut(name: string, { cut }: TapeHeader): void {
  if (cut === undefined) return;
  throw new TapeError(
    `${name}: holds the last minutes of a session, after ${cut.dropped} entries that were let go. Sagas cannot be started in the middle, so it is not played. Read it by story and show, or record the flow from its start.`,
  );
}

/** Removes carriage returns, which some systems add at line ends. */
function* withoutReturns(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** The value as JSON on one line. */
const shown = (value: unknown, width: number) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > width ? `${text.slice(0, width)}…` : text;
};

const TAKE_IT = 'Take the file from the recorder as it is.';
const TAKE_ALL = 'Take all of the file from the recorder.';
const RECORD_AGAIN = 'Record the flow again.';

function parse(name: string, line: number, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TapeError(`${name}:${line}: this line is not JSON. ${TAKE_IT}`);
  }
  if (!isObject(value)) throw new TapeError(`${name}:${line}: this line is not an object. ${TAKE_IT}`);
  return value;
}

function readHeader(name: string, text: string): TapeHeader {
  const header = parse(name, 1, text) as Partial<TapeHeader>;
  if (header.format !== FORMAT)
    throw new TapeError(
      `${name}: this is no flow tape (its first line does not say "format":"${FORMAT}"). Choose a file that the recorder saved.`,
    );
  if (typeof header.version !== 'number' || header.version < VERSION)
    throw new TapeError(
      `${name}: recorded in format ${shown(header.version, 20)}, this player reads ${VERSION}. ${RECORD_AGAIN}`,
    );
  if (header.version > VERSION)
    throw new TapeError(
      `${name}: recorded in format ${header.version}, newer than this player's ${VERSION}. Update the player.`,
    );
  const missing = missingInHeader(header);
  if (missing !== undefined) throw new TapeError(`${name}:1: the header lacks its ${missing}. ${RECORD_AGAIN}`);
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
      throw new TapeError(
        `${name}: ends after ${entries} entries without its closing line. It was cut off. ${TAKE_ALL}`,
      );
    const value = parse(name, line, next.value);
    if ('closed' in value) {
      checkClosing(name, value['closed'], entries, sum.digest());
      for (let after = source.next(); !after.done; after = source.next())
        if (after.value !== '')
          throw new TapeError(`${name}: continues after its closing line. It was edited. ${TAKE_IT}`);
      return;
    }
    const kind = kindOf(value);
    if (kind === null)
      throw new TapeError(`${name}:${line}: this kind of entry is unknown: ${shown(next.value, 60)} ${TAKE_IT}`);
    if (!isComplete(kind, value))
      throw new TapeError(`${name}:${line}: a field is missing in this entry: ${shown(next.value, 60)} ${TAKE_IT}`);
    sum.add(next.value);
    entries += 1;
    yield value as unknown as Entry;
  }
}

function checkClosing(name: string, closed: unknown, entries: number, sum: string): void {
  const closingLine = isObject(closed) ? closed : {};
  if (closingLine['entries'] !== entries)
    throw new TapeError(
      `${name}: holds ${entries} entries, its closing line says ${shown(closingLine['entries'], 20)}. It was edited. ${TAKE_IT}`,
    );
  if (closingLine['sum'] !== sum)
    throw new TapeError(
      `${name}: was edited after it was recorded (its sum is ${sum}, not ${shown(closingLine['sum'], 20)}). Record it again, or patch it by --set.`,
    );
}

/** The whole tape as text, with its closing line. */
export function writeTape(header: TapeHeader, entries: readonly Entry[]): string {
  return withChecksum(
    JSON.stringify(header),
    entries.map((entry) => JSON.stringify(entry)),
  );
}

/** The text of a tape: its header and lines, closed by a line with their number and checksum. */
export function withChecksum(header: string, lines: readonly string[]): string {
  const sum = createChecksum();
  for (const line of [header, ...lines]) sum.add(line);
  const closing: Closing = { closed: { entries: lines.length, sum: sum.digest() } };
  return `${[header, ...lines, JSON.stringify(closing)].join('\n')}\n`;
}
