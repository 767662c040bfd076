/** Whether what was read has the parts that a player counts on; what they say is the checksum's business. */
import type { EntryKind, TapeHeader } from './format';

type Tree = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';

/** The first part that a header should have and has not. */
export function missingInHeader(header: Partial<TapeHeader>): string | undefined {
  const { redaction } = header;
  const parts: Readonly<Record<string, boolean>> = {
    app: isText(header.app),
    machines: isObject(header.machines),
    zone: isText(header.zone),
    locale: isText(header.locale),
    redaction: isObject(redaction) && Array.isArray(redaction.keys) && redaction.keys.every(isText),
  };
  return Object.keys(parts).find((part) => !parts[part]);
}

const ASKED: readonly EntryKind[] = ['start', 'call', 'ask'];
const NUMBERED: readonly EntryKind[] = ['message', 'end'];

export function isWhole(kind: EntryKind, entry: Tree): boolean {
  if (ASKED.includes(kind) && !Array.isArray(entry['args'])) return false;
  if (kind === 'do') return isObject(entry['do']);
  return NUMBERED.includes(kind) ? Number.isInteger(entry[kind]) : isText(entry[kind]);
}
