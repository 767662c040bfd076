/** Checks that headers and entries have the fields that a player needs. The checksum guards their content. */
import type { Cut, EntryKind, TapeHeader } from './format';

type Tree = Readonly<Record<string, unknown>>;

/** Whether the value is an object and not an array. */
export const isObject = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';

/** The first required field that a header lacks. */
export function missingInHeader(header: Partial<TapeHeader>): string | undefined {
  const { redaction } = header;
  const parts: Readonly<Record<string, boolean>> = {
    app: isText(header.app),
    machines: isObject(header.machines),
    zone: isText(header.zone),
    locale: isText(header.locale),
    redaction: isObject(redaction) && Array.isArray(redaction.keys) && redaction.keys.every(isText),
    'place in the session': header.cut === undefined || isCut(header.cut),
  };
  return Object.keys(parts).find((part) => !parts[part]);
}

const isCut = ({ dropped, state, open }: Partial<Cut>) =>
  Number.isInteger(dropped) && state !== undefined && Array.isArray(open) && open.every(isText);

const WITH_ARGUMENTS: readonly EntryKind[] = ['start', 'call', 'ask'];
const NUMBERED: readonly EntryKind[] = ['message', 'end', 'close'];

/** Whether an entry has the fields of its kind. */
export function isComplete(kind: EntryKind, entry: Tree): boolean {
  if (WITH_ARGUMENTS.includes(kind) && !Array.isArray(entry['args'])) return false;
  if (kind === 'put' && entry['action'] === undefined) return false;
  if (kind === 'do') return isObject(entry['do']);
  return NUMBERED.includes(kind) ? Number.isInteger(entry[kind]) : isText(entry[kind]);
}
