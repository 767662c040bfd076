/**
 * The strict player: the same addresses with the same arguments in the same order, without additional or missing calls.
 * It keeps only a window of the tape and what the sagas wait for in memory.
 */
import type { Action, App, Booted, TaskLike } from './app';
import { createCursor } from './cursor';
import { classify, difference, type Divergence } from './divergence';
import { isShortened, type Address, type Entry, type Json, type Outcome, type TapeError } from './format';
import { hashMachines } from './machines';
import { createGuard, type Guard } from './guard';
import { createLog, lineOf, type FlowFacts, type Log } from './log';
import { callText, portCallOf, signatureText, type PortCall } from './portCalls';
import { createProbe, LOOK_AHEAD, type Probe } from './probe';
import { refuseCut, type Tape } from './read';
import { createRedactor } from './redact';
import { createHarness, type Director, type HarnessControls, type Request } from './harness';
import { same } from './values';

export interface Flow<State = unknown> {
  readonly name: string;
  readonly facts: FlowFacts;
  readonly divergence: Divergence | null;
  /** The store at the end, or shortly after the flow diverged. */
  readonly state: () => State;
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
  /** Gets each long action that is not as on the tape, with the number of entries before it; play goes on. */
  readonly onLongAction?: (passed: number, action: Json) => void;
}

/**
 * Replays a tape and stops at the first difference, which is in the result. Rejects with TapeError for a tape that
 * is damaged or without its beginning.
 */
export async function play<State>(
  app: App<State>,
  tape: Tape,
  { upTo = Infinity, keepRunning = false, pace, onLongAction }: PlayOptions = {},
): Promise<Flow<State>> {
  refuseCut(tape.name, tape.header);
  await app.warm?.();
  const log = createLog(app);
  const guard = createGuard((name) => strict.reached(name));
  const strict = createStrict(log, tape, guard, onLongAction);
  const controls = createHarness(app, createRedactor(tape.header.redaction), strict.director, guard);
  try {
    const booted = controls.within(() =>
      app.boot(
        { ...controls.harness, onFault: log.fault, onError: log.fault, machineWatch: log.watch },
        controls.decode(tape.header.given),
      ),
    );
    strict.take(booted, controls);
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
  } finally {
    guard.remove();
  }
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

/** The first difference, before it is explained. */
interface Found {
  readonly next: Entry | undefined;
  readonly done: PortCall | null;
  readonly ahead: readonly Entry[];
  /** Set if nothing can be compared: a saga reached outside the tape, or another root saga was started. */
  readonly reported?: Pick<Divergence, 'kind' | 'headline'>;
}

/** A put of the same type, whose action the tape has in short. */
function isLongOf(planned: PortCall, done: PortCall): boolean {
  const [action = null] = planned.args;
  const typeOf = (one: Json | undefined) => (one as { readonly type?: Json } | null | undefined)?.type;
  return done.kind === 'put' && isShortened(action) && typeOf(action) === typeOf(done.args[0]);
}

function createStrict(log: Log, tape: Tape, guard: Guard, onLongAction?: PlayOptions['onLongAction']) {
  const cursor = createCursor({ next: () => guard.outside(() => tape.entries.next()) });
  const pending = new Map<Address, Request>();
  let controls: HarnessControls;
  let found: Found | null = null;
  let probe: Probe | null = null;
  let broken: TapeError | null = null;
  let task: TaskLike | undefined;
  let booted: Booted;

  function expected(): Entry | undefined {
    try {
      return cursor.peek();
    } catch (error) {
      broken = error as TapeError;
      return undefined;
    }
  }
  function consume(entry: Entry): void {
    log.entry(entry);
    cursor.next();
  }
  function diverge(next: Entry | undefined, done: PortCall | null, reported?: Found['reported']): void {
    if (found !== null || broken !== null) return;
    log.close();
    let ahead: readonly Entry[] = [];
    try {
      ahead = cursor.ahead(LOOK_AHEAD);
    } catch (error) {
      broken = error as TapeError;
    }
    found = { next, done, ahead, ...(reported && { reported }) };
    probe = createProbe(ahead, pending);
  }
  const isOff = () => found !== null || broken !== null;

  function isAsPlanned(planned: PortCall, done: PortCall): boolean {
    if (planned.kind !== done.kind || planned.address !== done.address) return false;
    if (same(planned.args, done.args)) return true;
    if (onLongAction === undefined || !isLongOf(planned, done)) return false;
    onLongAction(cursor.passed(), done.args[0] ?? null);
    return true;
  }

  /** Compares what sagas did with the next entry; returns it if it is that. */
  function compare(done: PortCall): Entry | null {
    if (probe !== null) return null;
    const next = expected();
    const planned = next && portCallOf(next);
    if (next && planned && isAsPlanned(planned, done)) {
      consume(next);
      return next;
    }
    diverge(next, done);
    return null;
  }

  const director: Director = {
    put: log.put,
    refused: (problem) => void (broken ??= problem),
    call(request) {
      const { address, args } = request;
      const entry = compare({ kind: 'ask', address, args });
      if (entry === null) return probe?.call(request) ?? null;
      if ('call' in entry) return entry;
      if ('ask' in entry && entry.during) return applyDuring(address);
      pending.set(address, request);
      return null;
    },
    cancelled({ address }) {
      pending.delete(address);
      director.did({ kind: 'cancel', address, args: [] });
    },
    did(portCall) {
      if (compare(portCall) === null) probe?.did(portCall);
    },
    taking(nth) {
      if (isOff()) return;
      const next = expected();
      if (next && (('message' in next && next.message === nth) || ('end' in next && next.end === nth)) && next.now) {
        consume(next);
        feed(next);
      }
    },
    flushing(nth) {
      const next = isOff() ? undefined : expected();
      if (next && 'message' in next && next.all && next.message === nth) {
        consume(next);
        return next.value === undefined ? null : (controls.decode(next.value) as unknown[]);
      }
      diverge(next, { kind: 'ask', address: `channel ${nth}/FLUSH:flush#1`, args: [] });
      return [];
    },
    opened(address) {
      for (let next = expected(); next && 'give' in next && next.now && next.give === address; next = expected()) {
        consume(next);
        controls.own(address)?.give(controls.decode(next.value ?? null));
      }
    },
    started(name, args) {
      if (isOff()) return;
      const next = expected();
      if (next && 'start' in next && next.start === name && same(next.args, args)) return consume(next);
      const call = `${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
      diverge(next, null, { kind: 'another root saga', headline: `another root saga: ${call} was started` });
    },
  };

  /** Applies what arrived during a call, up to its answer. */
  function applyDuring(address: Address): Outcome | null {
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
    if ('message' in entry) controls.channel(entry.message)?.give(controls.decode(entry.value ?? null));
    if ('end' in entry) controls.channel(entry.end)?.end();
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
      const channel = controls.channel('message' in entry ? entry.message : entry.end);
      if (channel === undefined || ('message' in entry && (!channel.isWaiting() || entry.all))) return false;
      consume(entry);
      feed(entry);
      return true;
    }
    if ('give' in entry) {
      const channel = controls.own(entry.give);
      if (channel === undefined) return false;
      consume(entry);
      channel.give(controls.decode(entry.value ?? null));
      return true;
    }
    if ('do' in entry) {
      consume(entry);
      booted.store.dispatch(controls.decode(entry.do) as Action);
      return true;
    }
    if ('start' in entry) {
      task = booted.start(...entry.args.map(controls.decode));
      // `started` has consumed the entry, unless the app started another root saga.
      return isOff() || cursor.peek() !== entry;
    }
    return false;
  }

  async function apply(entry: Entry): Promise<boolean> {
    if (!('code' in entry)) return guard.step(() => controls.within(() => applyNow(entry)));
    const request = pending.get(entry.code);
    if (request === undefined) return false;
    pending.delete(entry.code);
    consume(entry);
    await request.load((settle) => guard.step(settle));
    return true;
  }

  return {
    director,
    reached(name: string) {
      const at = controls.lineage.saga();
      diverge(expected(), null, {
        kind: 'reached outside the tape',
        headline: `reached outside the tape: ${name} in ${at}`,
      });
    },
    take(over: Booted, given: HarnessControls) {
      booted = over;
      controls = given;
    },
    stop() {
      // What sagas do while being cancelled is not part of the flow.
      log.close();
      found ??= { next: undefined, done: null, ahead: [] };
      probe ??= createProbe([], new Map());
      controls.within(() => task?.cancel());
    },
    async run(upTo: number, pace?: PlayOptions['pace']): Promise<Omit<Divergence, 'notes'> | null> {
      while (!isOff() && cursor.passed() < upTo) {
        const held = pace?.(cursor.passed());
        if (held) await held;
        const entry = expected();
        if (entry === undefined) break;
        if (!(await apply(entry))) diverge(entry, null);
      }
      const [direct] = controls.unclaimed();
      if (direct !== undefined && !isOff()) {
        const headline = `reached outside the tape: ${direct} was called without an effect`;
        diverge(undefined, null, { kind: 'reached outside the tape', headline });
      }
      if (broken !== null) throw broken;
      if (found === null || probe === null) return null;
      const nth = cursor.passed() + 1;
      const before = log.facts.latest;
      const states = Object.fromEntries(log.facts.states);
      const at = controls.lineage.saga();
      if (found.reported === undefined) await probe.run(booted, controls);
      return { ...describe(found, probe.calls, at), states, before, nth };
    },
  };
}

function describe(
  { next, done, ahead, reported: said }: Found,
  actual: readonly PortCall[],
  at: Address,
): Pick<Divergence, 'kind' | 'headline' | 'expected' | 'actual' | 'address' | 'stack'> {
  const planned = next && portCallOf(next);
  const expected = planned ? callText(planned) : next ? lineOf(next).trim() : 'the end of the tape';
  if (said !== undefined) return { ...said, expected, actual: said.headline, address: `${at}/`, stack: at.split('/') };
  const onTape = ahead.flatMap((entry) => portCallOf(entry) ?? []);
  if (planned === null && done === null && next !== undefined) {
    const headline = `no saga waits for it: ${lineOf(next).trim()}`;
    return { kind: 'no saga waits for it', headline, expected, actual: 'nothing', address: `${at}/`, stack: [] };
  }
  const { kind, portCall, other } = classify({ next, done, onTape, actual });
  const detail =
    kind === 'arguments differ' && planned && done
      ? `${argumentsText(planned, done)} in ${signatureText(portCall)}`
      : `${kind === 'swapped order' ? callText(portCall) : signatureText(portCall)}${other ? ` came after ${callText(other)}` : ''}`;
  return {
    kind,
    headline: `${kind}: ${detail}`,
    expected,
    actual: done ? callText(done) : 'nothing: the sagas wait',
    address: portCall.kind === 'ask' ? portCall.address : `${portCall.address}/`,
    stack: portCall.address.split('/'),
  };
}

const argumentsText = (planned: PortCall, done: PortCall) =>
  done.kind === 'put' ? difference(planned.args[0], done.args[0], 'action') : difference(planned.args, done.args);

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
