/**
 * The format of a tape. A `*.tape.jsonl` file has one JSON value per line: the header, the entries in order, and a
 * closing line with their number and checksum.
 */
import { checksumOf } from './checksum';

export const FORMAT = 'flow-tape';
export const VERSION = 2;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Saga lineage and ordinal: `rootSaga/FORK:watchSession#1/CALL:http.send#3`. It ends in the port's function. */
export type Address = string;

/** How values were redacted; a replay applies the same rules to the sagas' calls. */
export interface RedactionRules {
  /** Strings under these keys are secrets. */
  readonly keys: readonly string[];
  /** Of addresses under these keys only the query is a secret. */
  readonly queries?: readonly string[];
  /** Addresses by https under these keys are secrets; other values are not. */
  readonly addresses?: readonly string[];
  readonly emails: boolean;
}

export interface TapeHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Name and version of the recorded app. */
  readonly app: string;
  /** A hash of each statechart, to detect changes. */
  readonly machines: Readonly<Record<string, string>>;
  /** IANA name and BCP 47 tag of the recording. */
  readonly zone: string;
  readonly locale: string;
  readonly redaction: RedactionRules;
  /** What the app was started with besides its ports. */
  readonly given: Json;
  /**
   * Set for a tape of the last minutes. It can be read but not played, because sagas cannot be started in the middle.
   */
  readonly cut?: Cut;
}

/** The situation at the beginning of a tape of the last minutes. */
export interface Cut {
  /** How many entries there were before. */
  readonly dropped: number;
  /** The state of the store. */
  readonly state: Json;
  /** The effects that sagas waited for. */
  readonly open: readonly Address[];
}

/** The outcome of a call; `value` is missing if it returned undefined. */
export interface Outcome {
  readonly value?: Json;
  readonly error?: Json;
  /** It returned a channel, with this number from here on. */
  readonly channel?: number;
  /** It returned an iterator, which ran as a saga; a replay calls the function, too. */
  readonly saga?: true;
  /** A replay calls the function for real. */
  readonly real?: true;
}

/** A root saga was started. One replayed start may start several, as the app does. */
export interface StartEntry {
  /** The name of the root saga. */
  readonly start: string;
  readonly args: readonly Json[];
}
/** An action from outside the sagas. */
export interface IntentEntry {
  readonly do: Json;
}
/** A call through a port that returned immediately. */
export interface CallEntry extends Outcome {
  readonly call: Address;
  readonly args: readonly Json[];
}
/** A call through a port whose answer comes later, or never. */
export interface AskEntry {
  readonly ask: Address;
  readonly args: readonly Json[];
  /** Other things arrived during the call; its answer follows them immediately. */
  readonly during?: true;
  /** The function loads code of the app itself: a replay calls it, too. */
  readonly loads?: true;
}
/** The answer to an `ask`. */
export interface AnswerEntry extends Outcome {
  readonly answer: Address;
}
/** The calling saga was cancelled before the answer. */
export interface CancelEntry {
  readonly cancel: Address;
}
/** A saga took a message from a channel; `now` if it was already buffered. */
export interface MessageEntry {
  /** The number of the channel. */
  readonly message: number;
  readonly value?: Json;
  readonly now?: true;
  /** All buffered messages together, as a list; without a value, the channel had ended. */
  readonly all?: true;
}
/** A saga reached the end of a channel. */
export interface EndEntry {
  /** The number of the channel. */
  readonly end: number;
  readonly now?: true;
}
/** A file of the app itself has been loaded. */
export interface CodeEntry {
  readonly code: Address;
}
/** A saga put an action, or a message into a channel of the app's own. */
export interface PutEntry {
  /** The saga. */
  readonly put: Address;
  /** Long actions are written as type, length and checksum, because a replay computes them again. */
  readonly action: Json;
}
/** A saga cancelled a running task. */
export interface StopEntry {
  /** The task's saga. */
  readonly stop: Address;
}
/** A saga closed a channel that a call had returned. */
export interface CloseEntry {
  /** The number of the channel. */
  readonly close: number;
}
/** Something other than a saga put a message into a channel of the app's own; `now` if it was already buffered. */
export interface GiveEntry {
  /** The effect with which sagas first used the channel. */
  readonly give: Address;
  readonly value?: Json;
  readonly now?: true;
}

export type Entry =
  | StartEntry
  | IntentEntry
  | CallEntry
  | AskEntry
  | AnswerEntry
  | CancelEntry
  | MessageEntry
  | EndEntry
  | CodeEntry
  | PutEntry
  | StopEntry
  | CloseEntry
  | GiveEntry;

const CAME_IN = ['start', 'do', 'call', 'ask', 'answer', 'cancel', 'message', 'end', 'code', 'give'] as const;
const WENT_OUT = ['put', 'stop', 'close'] as const;
const KINDS = [...CAME_IN, ...WENT_OUT] as const;
export type EntryKind = (typeof KINDS)[number];

/** The kind of an entry, which is its first field; null for an object that is none. */
export function kindOf(entry: object): EntryKind | null {
  const [first] = Object.keys(entry);
  return KINDS.find((kind) => kind === first) ?? null;
}

/** The address of the call the entry is about; null for entries from outside. */
export function addressOf(entry: Entry): Address | null {
  if ('call' in entry) return entry.call;
  if ('ask' in entry) return entry.ask;
  if ('answer' in entry) return entry.answer;
  if ('cancel' in entry) return entry.cancel;
  if ('code' in entry) return entry.code;
  return 'stop' in entry ? entry.stop : null;
}

/** The last line of a tape: how many entries precede it, and their checksum. */
export interface Closing {
  readonly closed: { readonly entries: number; readonly sum: string };
}

/** An unusable tape; the message is one readable line. */
export class TapeError extends Error {
  override readonly name = 'TapeError';
}

/** `root/FORK:a#1/CALL:http.send(token)#3` is `http.send`. */
export function portOf(address: Address): string {
  const segment = address.slice(address.lastIndexOf('/') + 1);
  const name = segment.slice(segment.lastIndexOf(':') + 1);
  const end = name.search(/[(#]/);
  return end < 0 ? name : name.slice(0, end);
}

/** `root/FORK:a#1/CALL:http.send(token)#3` is `http.send(token)`. */
export const labelOf = (address: Address): string =>
  address
    .slice(address.lastIndexOf('/') + 1)
    .replace(/^.*?:/, '')
    .replace(/#\d+$/, '');

/** Actions whose JSON is longer are written by their type, length and checksum. */
const WHOLE = 200;

/** An action as it stands on a tape. */
export function shortened(action: Json): Json {
  const text = JSON.stringify(action);
  if (text.length <= WHOLE) return action;
  const type = (action as { readonly type?: Json } | null)?.type;
  return { ...(type !== undefined && { type }), $long: `${text.length} ${checksumOf(text)}` };
}

/** Whether the action was so long that its length and checksum stand for it. */
export const isShortened = (action: Json): boolean =>
  typeof action === 'object' && action !== null && '$long' in action;

/** The calling saga: the address without its last segment. */
export const sagaOf = (address: Address): Address => address.slice(0, address.lastIndexOf('/'));

/** Long enough to tell two values apart, short enough for a line. */
const WIDE = 110;

/** Readable JSON on one line, cut at `width` characters. */
export function shown(value: Json | undefined, width = WIDE): string {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > width ? `${text.slice(0, width)}…` : text;
}
