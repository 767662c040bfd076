/** What a replay did: a readable timeline, and facts for assertions. */
import type { App } from './app';
import {
  labelOf,
  portOf,
  sagaOf,
  type Address,
  type CallEntry,
  type Entry,
  type Json,
  type MessageEntry,
  shown,
} from './format';
import { takenTransitions, type MachineWatch, type Snapshot, type StateValue } from './machines';

export interface NumberedEntry {
  /** From 1; the line in the file is one more. */
  readonly nth: number;
  readonly entry: Entry;
}

export interface Log {
  readonly entry: (entry: Entry) => void;
  readonly put: (action: object) => void;
  readonly watch: MachineWatch;
  readonly fault: (error: Error) => void;
  /** Stops recording observations. */
  readonly close: () => void;
  readonly facts: FlowFacts;
}

export interface FlowFacts {
  readonly entries: number;
  /** Everything that happened, one line each. */
  readonly timeline: readonly string[];
  /** The same without reads and without saga names. */
  readonly story: readonly string[];
  /** The previous entries, oldest first. */
  readonly latest: readonly NumberedEntry[];
  /** `machine.state`, for each state value and each of its parts. */
  readonly visited: ReadonlySet<string>;
  /** Labels of transitions, by machine. */
  readonly fired: ReadonlyMap<string, ReadonlySet<string>>;
  /** The current state value of each machine. */
  readonly states: ReadonlyMap<string, StateValue>;
  /** Number of calls by port function, and the arguments of the first 5,000. */
  readonly calls: ReadonlyMap<string, { readonly count: number; readonly args: readonly (readonly Json[])[] }>;
  /** Types of all actions that sagas put. */
  readonly puts: readonly string[];
  readonly faults: readonly Error[];
}

/** Limit of the lines, and of the calls of a function, that are kept of a flow. */
const KEPT = 5_000;
const LATEST = 5;

/**
 * Collects what a report shows of a replay: timeline, states, transitions and calls. Without `hasLines` there is no
 * timeline, which saves time in many replays.
 */
export function createLog({ hiddenActions = [] }: Pick<App, 'hiddenActions'> = {}, { hasLines = true } = {}): Log {
  const timeline: string[] = [];
  const story: string[] = [];
  const visited = new Set<string>();
  const fired = new Map<string, Set<string>>();
  const states = new Map<string, StateValue>();
  const calls = new Map<string, { count: number; args: (readonly Json[])[] }>();
  const puts: string[] = [];
  const faults: Error[] = [];
  let latest: NumberedEntry[] = [];
  let entries = 0;
  let isOpen = true;
  const storyLineOf = createStoryWriter();

  const append = (lines: string[], text: string) => {
    if (lines.length < KEPT) lines.push(text);
    else if (lines.length === KEPT) lines.push('… and so on');
  };
  const isFull = () => timeline.length > KEPT && story.length > KEPT;
  const line = (text: string, short: string | null = text) => {
    append(timeline, text);
    if (short !== null) append(story, short);
  };
  const called = (port: string, args: readonly Json[]) => {
    const known = calls.get(port) ?? { count: 0, args: [] };
    calls.set(port, known);
    known.count += 1;
    if (known.args.length < KEPT) known.args.push(args);
  };

  return {
    facts: {
      get entries() {
        return entries;
      },
      get latest() {
        return latest;
      },
      timeline,
      story,
      visited,
      fired,
      states,
      calls,
      puts,
      faults,
    },
    close: () => void (isOpen = false),
    fault: (error) => void (isOpen && faults.push(error)),
    entry(entry) {
      if (!isOpen) return;
      entries += 1;
      latest = [...latest.slice(1 - LATEST), { nth: entries, entry }];
      if ('ask' in entry) called(portOf(entry.ask), entry.args);
      if ('call' in entry) called(portOf(entry.call), entry.args);
      if (!hasLines) return;
      const storyLine = storyLineOf(entry);
      if (isFull()) return;
      // The put itself is seen when it reaches the store.
      if ('put' in entry) return;
      line(lineOf(entry), storyLine);
    },
    put(action) {
      const type = String((action as { readonly type?: unknown }).type);
      if (!isOpen || hiddenActions.includes(type)) return;
      puts.push(type);
      if (hasLines) line(`    put ${type}`);
    },
    watch(name, machine, before, event, after) {
      if (!isOpen) return;
      const { value } = after;
      const type = event?.type ?? 'start';
      states.set(name, value);
      for (const path of pathsOf(value)) visited.add(`${name}.${path}`);
      const known = fired.get(name) ?? new Set();
      fired.set(name, known);
      if (before !== null && event !== null)
        for (const taken of takenTransitions(machine, before, event)) known.add(taken);
      if (hasLines) line(`    [${name}] ${stepText(before, after)}  by ${eventText(type)}`);
    },
  };
}

/** The story of entries that were not replayed, without the steps of machines. */
export function storyOf(entries: Iterable<Entry>, app?: Pick<App, 'hiddenActions'>): readonly string[] {
  const { entry: lineFor, put, facts } = createLog(app);
  for (const entry of entries) {
    lineFor(entry);
    if ('put' in entry) put(entry.action as object);
  }
  return facts.story;
}

/** `active.steady`; all regions of a parallel state. */
export const stateText = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([part, inner = {}]) => (isEmpty(inner) ? part : `${part}.${stateText(inner)}`))
        .join(', ');

/** `credentials → authenticating` */
export function stepText(before: Snapshot | null, after: Snapshot): string {
  const to = stateText(after.value);
  if (before === null) return to;
  const from = stateText(before.value);
  return from === to ? `stays ${to}` : `${from} → ${to}`;
}

/** XState's own events, in words. */
const eventText = (type: string): string =>
  type
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 failed')
    .replace(/^xstate\.after\.(\d+)\..*$/, '$1 ms later');

/** `{ a: { b: 'c' } }` is in `a`, `a.b` and `a.b.c`. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix + value];
  return Object.entries(value as object).flatMap(([key, inner]) => [
    prefix + key,
    ...(isEmpty(inner) ? [] : pathsOf(inner, `${prefix}${key}.`)),
  ]);
}
const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const shownArgs = (args: readonly Json[]) => args.map((arg) => JSON.stringify(arg)).join(', ');

function outcomeText(entry: Omit<CallEntry, 'call' | 'args'>): string {
  if (entry.error !== undefined) return `failed ${shown(entry.error)}`;
  if (entry.channel !== undefined) return `channel ${entry.channel}`;
  if (entry.saga) return 'a saga';
  if (entry.real) return 'the app’s own';
  return entry.value === undefined ? 'done' : shown(entry.value);
}

/** The name of the calling saga. */
export function sagaName(address: Address): string {
  const segments = sagaOf(address).split('/');
  const named = segments.filter((segment) => segment.includes(':')).at(-1) ?? segments[0] ?? '';
  return named.slice(named.lastIndexOf(':') + 1).replace(/#\d+$/, '');
}

/** Cancelling a watcher of the library interrupts nothing. */
const isWatcher = (task: Address) => /FORK:(take|throttle|debounce)(\([^/]*\))?#\d+$/.test(task);

/** The library's `delay`, and a method `delay` of any port. */
export const isTimer = (port: string): boolean => /(^|\.)delay$/.test(port);

/**
 * The line of an entry in a story; null for noise: synchronous reads, running timers, and the expected effects of a
 * call, such as the event of a navigation.
 */
function createStoryWriter(): (entry: Entry) => string | null {
  const channels = new Map<number, string>();
  const timers = new Map<Address, Json>();
  /** The call that contains the current entries. */
  let within: Address | null = null;
  let last: { readonly channel: number; readonly value: string } | null = null;

  const channelName = (nth: number) => channels.get(nth) ?? `channel ${nth}`;
  const opened = (address: Address, { channel }: { readonly channel?: number }) => {
    if (channel !== undefined) channels.set(channel, portOf(address));
  };
  function lineFor(entry: Entry): string | null {
    if ('call' in entry) {
      opened(entry.call, entry);
      const isRead = entry.channel !== undefined || entry.value !== undefined || entry.saga || entry.real;
      return isRead ? null : lineOf(entry);
    }
    if ('ask' in entry) {
      if (entry.loads) return null;
      if (isTimer(portOf(entry.ask))) {
        timers.set(entry.ask, entry.args[0] ?? null);
        return null;
      }
      if (!entry.during) return lineOf(entry);
      within = entry.ask;
      return `    ${portOf(entry.ask)}(${shown(shownArgs(entry.args))})`;
    }
    if ('answer' in entry) {
      opened(entry.answer, entry);
      const isComplete = entry.answer === within && entry.error === undefined && entry.value === undefined;
      if (entry.answer === within) within = null;
      if (isComplete) return null;
      return timers.has(entry.answer) && entry.error === undefined
        ? `${shown(timers.get(entry.answer))} ms later`
        : lineOf(entry);
    }
    if ('cancel' in entry) return timers.has(entry.cancel) ? null : lineOf(entry);
    if ('message' in entry) {
      if (isEndOf(entry)) return `end of ${channelName(entry.message)}`;
      const value = JSON.stringify(entry.value ?? null);
      const isEcho = within !== null || (last !== null && last.value === value && last.channel !== entry.message);
      last = { channel: entry.message, value };
      if (isEcho) return null;
      return `${entry.all ? 'all messages' : 'message'} of ${channelName(entry.message)}: ${shown(entry.value)}`;
    }
    if ('end' in entry) return `end of ${channelName(entry.end)}`;
    if ('close' in entry) return `    closed ${channelName(entry.close)}`;
    if ('stop' in entry && isWatcher(entry.stop)) return null;
    return lineOf(entry);
  }
  return (entry) => lineFor(entry)?.replace(/ {2}in \S+$/, '') ?? null;
}

/** A saga wanted all messages of a channel that had ended. */
const isEndOf = ({ value, all }: MessageEntry) => all === true && value === undefined;

/** An entry as one line of text. */
export function lineOf(entry: Entry): string {
  if ('start' in entry) return `start ${entry.start}(${shown(shownArgs(entry.args))})`;
  if ('do' in entry) {
    const { type, ...rest } = entry.do as { readonly type: string };
    return `intent ${type} ${shown(rest)}`;
  }
  if ('call' in entry) {
    const { call, args } = entry;
    return `    ${portOf(call)}(${shown(shownArgs(args), 80)}) = ${outcomeText(entry)}  in ${sagaName(call)}`;
  }
  if ('ask' in entry) return `    ${portOf(entry.ask)}(${shown(shownArgs(entry.args))}) …  in ${sagaName(entry.ask)}`;
  if ('answer' in entry)
    return `answer to ${labelOf(entry.answer)}: ${outcomeText(entry)}  in ${sagaName(entry.answer)}`;
  if ('cancel' in entry) return `    cancelled ${labelOf(entry.cancel)}  in ${sagaName(entry.cancel)}`;
  if ('message' in entry && isEndOf(entry)) return `end of channel ${entry.message}`;
  if ('message' in entry)
    return `${entry.all ? 'all messages' : 'message'} on channel ${entry.message}: ${shown(entry.value)}`;
  if ('end' in entry) return `end of channel ${entry.end}`;
  if ('close' in entry) return `    closed channel ${entry.close}`;
  if ('stop' in entry) return `    cancelled saga ${labelOf(entry.stop)}  in ${sagaName(entry.stop)}`;
  if ('give' in entry) return `message to a saga's channel: ${shown(entry.value)}  in ${sagaName(entry.give)}`;
  if ('put' in entry) return `    put ${shown(entry.action)}  in ${sagaName(`${entry.put}/`)}`;
  return `code is here: ${portOf(entry.code)}  in ${sagaName(entry.code)}`;
}
