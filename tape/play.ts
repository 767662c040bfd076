/**
 * The strict player: the same addresses with the same arguments in the same order, without additional or missing calls.
 * It keeps only a window of the tape and what the sagas wait for in memory.
 */
import type { App, Booted, TaskLike } from './app';
import { createCursor } from './cursor';
import {
  portCallOf,
  signatureText,
  callText,
  difference,
  classify,
  type PortCall,
  type Divergence,
} from './divergence';
import type { TapeError } from './format';
import { type Address, type Entry, type Json, type Outcome } from './format';
import { hashMachines } from './checksum';
import { createLog, lineOf, type FlowFacts, type Log } from './log';
import { createProbe, LOOK_AHEAD, type Probe } from './probe';
import type { Tape } from './read';
import { createRedactor } from './redact';
import { createHarness, type CodeRequest, type Director, type Request } from './harness';
import { decode, same } from './values';

export interface Flow {
  readonly name: string;
  readonly facts: FlowFacts;
  readonly divergence: Divergence | null;
  /** The store at the end, or shortly after the flow diverged. */
  readonly state: () => unknown;
  /** Whether the tape was played to its end as recorded. */
  readonly isFinished: boolean;
}

export interface PlayOptions {
  /** Stops before this entry, to look at the state there. */
  readonly upTo?: number;
  /** Keeps the root saga running at the end, so that the app continues from there. */
  readonly keepRunning?: boolean;
  /**
   * Awaited before each entry that comes in, with the number of entries before it: sets the pace of a visible replay.
   */
  readonly pace?: (passed: number) => Promise<void> | null;
}

/**
 * Replays a tape and stops at the first difference, which is in the result. Rejects with TapeError for a damaged tape.
 */
export async function play(
  app: App,
  tape: Tape,
  { upTo = Infinity, keepRunning = false, pace }: PlayOptions = {},
): Promise<Flow> {
  await app.warm?.();
  const log = createLog();
  const strict = createStrict(app, log, tape);
  const redactor = createRedactor(tape.header.redaction);
  const controls = createHarness(app, redactor, strict.director);
  const booted = app.boot(
    { ...controls.harness, onFault: log.fault, machineWatch: log.watch },
    decode(tape.header.given, app.errors),
  );
  strict.take(booted, controls.channel);
  const divergence = await strict.run(upTo, pace).catch((error: unknown) => {
    throw faultIn(tape) ?? error;
  });
  // A difference in an edited tape says nothing about the sagas.
  const fault = divergence === null ? null : faultIn(tape);
  if (fault !== null) throw fault;
  const state = booted.store.getState();
  if (!keepRunning) strict.stop();
  const notes = divergence === null ? [] : notesOn(app, tape);
  return {
    name: tape.name,
    facts: log.facts,
    divergence: divergence && { ...divergence, notes },
    state: () => (keepRunning ? booted.store.getState() : state),
    isFinished: divergence === null && log.facts.faults.length === 0,
  };
}

/** A problem in the rest of the tape, which is read to its end. */
function faultIn({ entries }: Tape): Error | null {
  try {
    while (entries.next().done !== true);
    return null;
  } catch (error) {
    return error as Error;
  }
}

function createStrict(app: App, log: Log, tape: Tape) {
  const cursor = createCursor(tape.entries);
  const pending = new Map<Address, Request>();
  const codes = new Map<Address, CodeRequest>();
  let channelOf: ReturnType<typeof createHarness>['channel'] = () => undefined;
  let found: {
    readonly next: Entry | undefined;
    readonly done: PortCall | null;
    readonly ahead: readonly Entry[];
  } | null = null;
  let probe: Probe | null = null;
  let broken: TapeError | null = null;
  let task: TaskLike | undefined;
  let booted: Booted;

  /** The next entry to compare with a saga's call. Code that is already loaded is not requested. */
  function expected(): Entry | undefined {
    try {
      for (;;) {
        const entry = cursor.peek();
        if (entry === undefined || !('code' in entry) || codes.has(entry.code)) return entry;
        cursor.next();
      }
    } catch (error) {
      broken = error as TapeError;
      return undefined;
    }
  }
  function consume(entry: Entry): void {
    log.entry(entry);
    cursor.next();
  }
  function diverge(next: Entry | undefined, done: PortCall | null): void {
    if (found !== null || broken !== null) return;
    log.close();
    let ahead: readonly Entry[] = [];
    try {
      ahead = cursor.ahead(LOOK_AHEAD);
    } catch (error) {
      broken = error as TapeError;
    }
    found = { next, done, ahead };
    probe = createProbe(ahead, pending);
  }
  const isOff = () => found !== null || broken !== null;

  const director: Director = {
    put: log.put,
    call(request) {
      if (probe === null) {
        const next = expected();
        const portCall = next && portCallOf(next);
        if (
          next &&
          portCall?.kind === 'ask' &&
          portCall.address === request.address &&
          same(portCall.args, request.args)
        ) {
          consume(next);
          if ('call' in next) return next;
          if ('ask' in next && next.during) return meanwhile(request.address);
          pending.set(request.address, request);
          return null;
        }
        diverge(next, { kind: 'ask', address: request.address, args: request.args });
      }
      return probe?.call(request) ?? null;
    },
    cancelled(request) {
      pending.delete(request.address);
      if (probe === null) {
        const next = expected();
        if (next && 'cancel' in next && next.cancel === request.address) return consume(next);
        diverge(next, { kind: 'cancel', address: request.address, args: [] });
      }
      probe?.cancelled(request);
    },
    code(request) {
      if (probe === null) codes.set(request.address, request);
      else probe.code(request);
    },
    taking(nth) {
      if (isOff()) return;
      const next = expected();
      if (next && (('message' in next && next.message === nth) || ('end' in next && next.end === nth)) && next.now) {
        consume(next);
        feed(next);
      }
    },
  };

  /** Applies what arrived during a call, up to its answer. */
  function meanwhile(address: Address): Outcome | null {
    for (let next = expected(); next !== undefined && probe === null; next = expected()) {
      if ('answer' in next && next.answer === address) {
        consume(next);
        return next;
      }
      if (!applyNow(next)) diverge(next, null);
    }
    return null;
  }

  function feed(entry: Entry): void {
    if ('message' in entry) channelOf(entry.message)?.give(decode(entry.value ?? null));
    if ('end' in entry) channelOf(entry.end)?.end();
  }

  /** False if the sagas are not ready for the entry. */
  function applyNow(entry: Entry): boolean {
    if ('answer' in entry) {
      const request = pending.get(entry.answer);
      if (request === undefined) return false;
      pending.delete(entry.answer);
      consume(entry);
      request.settle(entry);
      return true;
    }
    if ('message' in entry || 'end' in entry) {
      const channel = channelOf('message' in entry ? entry.message : entry.end);
      if (channel === undefined || ('message' in entry && !channel.isWaiting())) return false;
      consume(entry);
      feed(entry);
      return true;
    }
    if ('do' in entry) {
      consume(entry);
      booted.store.dispatch(decode(entry.do, app.errors) as never);
      return true;
    }
    if ('start' in entry) {
      consume(entry);
      task = booted.start(...(entry.args.map((arg) => decode(arg, app.errors)) as never[]));
      return true;
    }
    return false;
  }

  async function apply(entry: Entry): Promise<boolean> {
    if (!('code' in entry)) return applyNow(entry);
    const request = codes.get(entry.code);
    codes.delete(entry.code);
    consume(entry);
    if (request) await settleCode(request, entry.value);
    return true;
  }

  async function settleCode({ promise, settle }: CodeRequest, value?: Json): Promise<void> {
    if (value !== undefined) return settle(null, decode(value));
    try {
      settle(null, await promise);
    } catch (error) {
      settle(error, undefined);
    }
  }

  return {
    director,
    take(over: Booted, channel: typeof channelOf) {
      booted = over;
      channelOf = channel;
    },
    stop() {
      // What sagas do while being cancelled is not part of the flow.
      log.close();
      found ??= { next: undefined, done: null, ahead: [] };
      probe ??= createProbe([], new Map());
      task?.cancel();
    },
    async run(upTo: number, pace?: PlayOptions['pace']): Promise<Omit<Divergence, 'notes'> | null> {
      while (!isOff() && cursor.passed() < upTo) {
        const held = pace?.(cursor.passed());
        if (held) await held;
        const entry = expected();
        if (entry === undefined) break;
        if (await apply(entry)) continue;
        const [late] = codes.values();
        // Code that was loaded before the recording and must be loaded now.
        if (late === undefined) diverge(entry, null);
        else {
          codes.delete(late.address);
          await settleCode(late);
        }
      }
      if (broken !== null) throw broken;
      if (found === null || probe === null) return null;
      const nth = cursor.passed() + 1;
      const before = log.facts.latest;
      const states = Object.fromEntries(log.facts.states);
      await probe.run((action) => void booted.store.dispatch(decode(action as Json, app.errors) as never), channelOf);
      return { ...describe(found, probe.calls), states, before, nth };
    },
  };
}

function describe(
  {
    next,
    done,
    ahead,
  }: { readonly next: Entry | undefined; readonly done: PortCall | null; readonly ahead: readonly Entry[] },
  actual: readonly PortCall[],
): Pick<Divergence, 'kind' | 'headline' | 'expected' | 'actual' | 'address' | 'stack'> {
  const onTape = ahead.flatMap((entry) => portCallOf(entry) ?? []);
  const { kind, portCall, other } = classify({ next, done, onTape, actual });
  const planned = next && portCallOf(next);
  const isMessage = planned === null && next !== undefined && done === null;
  const detail =
    kind === 'arguments differ' && planned
      ? `${difference(planned.args, (done as PortCall).args) ?? ''} in ${signatureText(portCall)}`
      : isMessage
        ? `${lineOf(next)} (nobody waits for it)`
        : `${kind === 'swapped order' ? callText(portCall) : signatureText(portCall)}${other ? ` came after ${callText(other)}` : ''}`;
  return {
    kind,
    headline: `${kind}: ${detail}`,
    expected: planned ? callText(planned) : next ? lineOf(next).trim() : 'the end of the tape',
    actual: done ? callText(done) : 'nothing: the sagas wait',
    address: portCall.address,
    stack: portCall.address.split('/'),
  };
}

function notesOn(app: App, { header }: Tape): readonly string[] {
  const now = hashMachines(app.machines);
  const changed = Object.keys(header.machines).filter((name) => header.machines[name] !== now[name]);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    ...(changed.length > 0
      ? [`Changed since the tape was recorded: ${changed.map((one) => `machine ${one}`).join(', ')}.`]
      : []),
    ...(zone === header.zone ? [] : [`Recorded in the zone ${header.zone}, played in ${zone}.`]),
  ];
}
