/**
 * The recorder: a saga monitor and effect middleware that changes nothing and writes everything that passes between the
 * sagas and the rest, in the sagas' order. Calls and actions are written when they happen, so a replay differs where
 * the sagas first differ.
 */
import { abort, createPuts, isChannel, isEnd, isIterator, isPromise, DELAY } from './effects';
import type { RecordableChannel, SagaHooks } from './effects';
import { FORMAT, shortened, VERSION } from './format';
import type { Address, Cut, Entry, Json, Outcome, RedactionRules, TapeHeader } from './format';
import { createHandles } from './handles';
import { intercept, type Border, type FunctionCall, type Reaction } from './intercept';
import { importName, useImports, type DirectCall } from './imports';
import { createKeeper, type LastOptions } from './keep';
import { createLineage, type Labels } from './lineage';
import { createNames } from './names';
import { withChecksum } from './read';
import { createRedactor, DEFAULT_REDACTION, redactEntry } from './redact';
import { createSentEncoder, encode, UnserializableError, type Substitute } from './values';

export interface RecorderOptions<Given = unknown> {
  readonly app: string;
  readonly machines?: Readonly<Record<string, string>>;
  /** IANA name and BCP 47 tag; those of the process by default. */
  readonly zone?: string;
  readonly locale?: string;
  readonly given?: Given;
  readonly redaction?: RedactionRules;
  /** Ports that do their real work in a replay and are not recorded. */
  readonly passing?: readonly string[];
  /** Port functions that return a function, such as a lock's release. In a replay that function does nothing. */
  readonly handles?: readonly string[];
  /** Names of functions of the app itself, such as those that load its chunks: a replay calls them for real. */
  readonly real?: readonly string[];
  readonly labels?: Labels;
  /** Keeps the last minutes only, in bounded memory. A tape that lost its beginning is read, not played. */
  readonly last?: LastOptions;
  /** Called with each entry, for a live timeline. */
  readonly onEntry?: (entry: Entry) => void;
  /** Called with a value that cannot be recorded. With `last`, the entries so far are lost, and it starts again. */
  readonly onProblem?: (problem: Error) => void;
}

export interface Recorder extends SagaHooks {
  /** The ports to give to the sagas instead of the real ones. */
  readonly wrap: <P extends object>(ports: P) => P;
  readonly entries: () => number;
  /** Number of unsettled calls of the app's own asynchronous code, such as chunks being loaded. */
  readonly awaited: () => number;
  /** A value that cannot be recorded; the app continues, the recording is lost. Never set with `last`. */
  readonly problem: () => Error | null;
  /** Stops recording; the app continues. */
  readonly stop: () => void;
  /** The tape so far as text. Throws the problem, if there is one. */
  readonly finish: () => string;
}

/** Records the effects of a running app. Errors of recording are reported when the tape is taken, never to the app. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { redaction = DEFAULT_REDACTION, handles: functions = [], passing = [], real = [] } = options;
  const names = createNames();
  const handles = createHandles();
  const nameOf = (fn: (...args: never[]) => unknown, context?: unknown) =>
    fn === DELAY ? 'delay' : (names.of(fn) ?? importName(fn) ?? handles.nameOf(fn, context));
  /** The promises of imported functions that were called without an effect. */
  const promised = new WeakMap<object, DirectCall>();
  const lineage = createLineage(nameOf, options.labels, (promise) => promised.get(promise)?.name);
  const endImports = useImports({
    called(call, real) {
      const result = real();
      if (isPromise(result)) promised.set(result, call);
      return result;
    },
  });
  const redactor = createRedactor(redaction);
  /** Not redacted until the tape is finished, because redacting takes longer than everything else. */
  const keeper = createKeeper(options.last, () => lineage.open().map(({ address }) => address));
  const puts = createPuts();
  const channels = new WeakSet<object>();
  let problem: Error | null = null;
  let channelCount = 0;
  let awaited = 0;
  let isOn = true;

  function lost(error: Error): void {
    if (options.last === undefined) problem = error;
    else keeper.loseAll();
    options.onProblem?.(error);
  }
  function attempt<T>(work: () => T): T | undefined {
    if (problem !== null || !isOn) return undefined;
    try {
      return work();
    } catch (error) {
      lost(error as Error);
      return undefined;
    }
  }
  /** `place`: the count before which the entry belongs; at the end without it. */
  function write(make: () => Entry, place?: number): void {
    attempt(() => {
      const entry = make();
      keeper.add(entry, place);
      options.onEntry?.(redactEntry(redactor, entry));
    });
  }
  const sent = createSentEncoder(handles.known);
  const argsOf = (args: readonly unknown[]) => (args.length === 0 ? NONE : args.map(sent));

  /** Ports return plain data; values of other functions that cannot be recorded get a number. */
  const substituteFor = ({ port, fn }: FunctionCall): Substitute => {
    if (fn === null || !names.isPort(fn)) return handles.keep;
    return (value) => (typeof value === 'function' && functions.includes(port) ? { $function: value.name } : undefined);
  };

  /** The outcome as it is written, and as the saga receives it. */
  function outcomeOf(call: FunctionCall, value: unknown): { readonly written: Outcome; readonly given: unknown } {
    if (isChannel(value) && !hasPut(value)) {
      const channel = ++channelCount;
      return { written: { channel }, given: recorded(value, channel) };
    }
    if (value === undefined) return { written: {}, given: value };
    return { written: { value: encode(value, `${call.address}: the answer`, substituteFor(call)) }, given: value };
  }
  function answered(call: FunctionCall, value: unknown, entryOf: (written: Outcome) => Entry): unknown {
    let given = value;
    write(() => {
      const outcome = outcomeOf(call, value);
      given = outcome.given;
      return entryOf(outcome.written);
    });
    return given;
  }
  const failed = (call: FunctionCall, error: unknown, entryOf: (written: Outcome) => Entry) =>
    write(() => entryOf({ error: encode(error, `${call.address}: the error`, substituteFor(call)) }));

  function recorded(real: RecordableChannel, channel: number): RecordableChannel {
    let isEnded = false;
    const kept = (value: unknown) =>
      value === undefined ? {} : { value: encode(value, `channel ${channel}`, handles.keep) };
    const given: RecordableChannel = {
      close() {
        write(() => ({ close: channel }));
        // An end caused by the sagas is not recorded; any other end is recorded once.
        isEnded = true;
        real.close();
      },
      flush(items) {
        real.flush((all) => {
          write(() => ({ message: channel, ...(isEnd(all) ? {} : kept(all)), all: true }));
          items(all);
        });
      },
      take(taker, matcher) {
        let now = true;
        const onMessage = (input: unknown) => {
          const at = now ? ({ now: true } as const) : {};
          if (isEnd(input)) {
            if (!isEnded) write(() => ({ end: channel, ...at }));
            isEnded = true;
          } else write(() => ({ message: channel, ...kept(input), ...at }));
          taker(input);
        };
        real.take(onMessage, matcher);
        now = false;
        const { cancel } = onMessage as { cancel?: () => void };
        if (cancel) taker.cancel = cancel;
      },
    };
    channels.add(given);
    return given;
  }

  function call(request: FunctionCall): Reaction {
    const { address, args, invoke, fn } = request;
    const isReal = real.length > 0 && fn !== null && real.includes(fn.name);
    // Before the call, which may change its arguments.
    const encoded = attempt(() => argsOf(args)) ?? NONE;
    const place = keeper.count();
    // What arrives during the call, such as the event of a page move, is written between the call and its answer.
    const now = (written: Outcome): Entry => {
      if (keeper.count() === place) return callEntry(address, encoded, written);
      keeper.add({ ask: address, args: encoded, during: true }, place);
      return answerEntry(address, written);
    };
    let result: unknown;
    keeper.hold();
    try {
      result = invoke();
    } catch (error) {
      failed(request, error, now);
      return { answer: (_, reject) => reject(error) };
    } finally {
      keeper.release();
    }
    if (isIterator(result)) {
      write(() => now({ saga: true }));
      return { iterator: result };
    }
    // The sagas and others put messages into such a channel, so a replay makes one, too.
    const isOwnChannel = isChannel(result) && hasPut(result) && !(fn !== null && names.isPort(fn));
    if ((isReal || isOwnChannel) && !isPromise(result)) {
      write(() => now({ real: true }));
      return { answer: (resolve) => resolve(result) };
    }
    if (!isPromise(result)) {
      const given = answered(request, result, now);
      return { answer: (resolve) => resolve(given) };
    }
    // An asynchronous function may dispatch actions before it waits; they are written after the call.
    write(() => (isReal ? { ask: address, args: encoded, loads: true } : { ask: address, args: encoded }), place);
    return later(request, result, isReal);
  }

  function later(request: FunctionCall, promise: Promise<unknown>, isReal: boolean): Reaction {
    const { address } = request;
    const answer = (written: Outcome) => answerEntry(address, written);
    let isOver = false;
    const once = (work: () => void) => {
      if (isOver) return;
      isOver = true;
      if (isReal) awaited -= 1;
      work();
    };
    if (isReal) awaited += 1;
    const settled = () => write(() => ({ code: address }));
    return {
      answer(resolve, reject) {
        void promise.then(
          (value) =>
            once(() => {
              if (isReal) settled();
              resolve(isReal ? value : answered(request, value, answer));
            }),
          (error: unknown) =>
            once(() => {
              if (isReal) settled();
              else failed(request, error, answer);
              reject(error);
            }),
        );
      },
      cancel: () =>
        once(() => {
          write(() => ({ cancel: address }));
          abort(promise);
        }),
    };
  }

  const border: Border = {
    call,
    put(saga, action, isDispatched) {
      if (isDispatched) puts.announce(action, lineage.effectId());
      write(() => ({ put: saga, action: sent(action) }));
    },
    stop: (task) => write(() => ({ stop: task })),
    channel: (address, channel) =>
      channel.onGiven((message, isWaiting) =>
        write(() => ({
          give: address,
          ...(message !== undefined && { value: encode(message, `${address}: a message`, handles.keep) }),
          ...(isWaiting && { now: true as const }),
        })),
      ),
    refuse: (address, what) => void attempt(() => refuse(`${address}: ${what}`)),
    isRecorded: (channel) => channels.has(channel),
  };

  function effectEnded(effectId: number): void {
    const replaced = puts.ended(effectId);
    if (replaced === null) return;
    const type = String((replaced as { readonly type?: unknown }).type);
    const problem = `A middleware before the saga middleware replaced the action ${type}. Put the saga middleware first.`;
    attempt(() => refuse(problem));
  }

  const monitor = {
    ...lineage.monitor,
    effectResolved(effectId: number, result: unknown) {
      lineage.monitor.effectResolved?.(effectId, result);
      effectEnded(effectId);
    },
    effectRejected(effectId: number, error: unknown) {
      lineage.monitor.effectRejected?.(effectId, error);
      effectEnded(effectId);
    },
    effectCancelled(effectId: number) {
      lineage.monitor.effectCancelled?.(effectId);
      puts.cancelled(effectId);
    },
    rootSagaStarted(started: Parameters<NonNullable<typeof lineage.monitor.rootSagaStarted>>[0]) {
      lineage.monitor.rootSagaStarted?.(started);
      const { name } = started.saga;
      write(() => ({ start: name, args: started.args.map((arg, nth) => encode(arg, `${name}: argument ${nth + 1}`)) }));
    },
    actionDispatched(action: object) {
      if (!puts.isOf(action))
        write(() => ({ do: encode(action, `the action ${String((action as { type?: unknown }).type)}`) }));
    },
  };

  const header: TapeHeader = {
    format: FORMAT,
    version: VERSION,
    app: options.app,
    machines: options.machines ?? {},
    zone: options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: options.locale ?? Intl.DateTimeFormat().resolvedOptions().locale,
    redaction,
    given: redactor.redact(encode(options.given ?? null, 'what was given at the start')),
  };
  return {
    sagaMonitor: monitor,
    effectMiddlewares: [intercept(lineage, border, (promise) => promised.get(promise))],
    wrap: (ports) => names.wrap(ports, passing),
    entries: keeper.count,
    awaited: () => awaited,
    problem: () => problem,
    stop() {
      isOn = false;
      endImports();
    },
    finish() {
      if (problem !== null) throw problem;
      const { entries, beginning } = keeper.kept();
      const state = beginning && redactor.redact(sent(beginning.state));
      const once = entries.map((entry) => redactEntry(redactor, entry));
      // A second time, for secrets that are named only after their first use.
      const clear = once.map((entry) => withShortAction(redactEntry(redactor, entry)));
      const given = redactor.redact(header.given);
      const cut: Cut | null = beginning && {
        dropped: beginning.dropped,
        state: redactor.redact(state),
        open: beginning.open,
      };
      return withChecksum(
        JSON.stringify({ ...header, given, ...(cut && { cut }) }),
        clear.map((entry) => JSON.stringify(entry)),
      );
    },
  };
}

/** Shared, as most calls have no arguments and a recording keeps them all. */
const NONE: readonly Json[] = [];

// Nearly all outcomes are a value; spreading one would take several times as long and more room.
const callEntry = (call: Address, args: readonly Json[], outcome: Outcome): Entry =>
  outcome.value === undefined ? { call, args, ...outcome } : { call, args, value: outcome.value };
const answerEntry = (answer: Address, outcome: Outcome): Entry =>
  outcome.value === undefined ? { answer, ...outcome } : { answer, value: outcome.value };

const withShortAction = (entry: Entry): Entry =>
  'put' in entry ? { ...entry, action: shortened(entry.action) } : entry;

const hasPut = (channel: object) => typeof (channel as { put?: unknown }).put === 'function';

function refuse(message: string): never {
  throw new UnserializableError(message);
}
