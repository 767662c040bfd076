/**
 * The recorder: a saga monitor and effect middleware that changes nothing and writes what comes in, in the order in
 * which the sagas receive it: intents, answers of ports, messages of channels, cancellations. Calls are written when
 * they are made, so that a replay differs where the sagas first differ.
 */
import { END, type EffectMiddleware } from 'redux-saga';
import { cps } from 'redux-saga/effects';
import {
  abort,
  DELAY,
  isChannel,
  isFromSaga,
  isIterator,
  isPromise,
  isSaga,
  type Reply,
  type SagaHooks,
  type RecordableChannel,
} from './effects';
import { FORMAT, VERSION, type Address, type Entry, type RedactionRules, type TapeHeader } from './format';
import { asEffect, createLineage } from './lineage';
import { createNames } from './names';
import { withChecksum } from './read';
import { createRedactor, DEFAULT_REDACTION, redactEntry } from './redact';
import { encode } from './values';

export interface RecorderOptions {
  readonly app: string;
  readonly machines?: Readonly<Record<string, string>>;
  readonly zone: string;
  readonly locale: string;
  readonly given?: unknown;
  readonly redaction?: RedactionRules;
  /** Ports that do their real work in a replay and are not recorded. */
  readonly passing?: readonly string[];
  /** Port functions that return a function, as locks do. In a replay it does nothing. */
  readonly handles?: readonly string[];
  /** Called with each entry, for a live timeline. */
  readonly onEntry?: (entry: Entry) => void;
}

export interface Recorder extends SagaHooks {
  /** The ports to give to the sagas instead of the real ones. */
  readonly wrap: <P extends object>(ports: P) => P;
  readonly entries: () => number;
  /** Number of unsettled calls of the app's own asynchronous code, such as chunks being loaded. */
  readonly awaited: () => number;
  /** A value that cannot be recorded; the app continues, the recording is lost. */
  readonly problem: () => Error | null;
  /** Stops recording; the app continues. */
  readonly stop: () => void;
  /** The tape so far as text. Throws the problem, if there is one. */
  readonly finish: () => string;
}

type Fn = (...args: unknown[]) => unknown;

/** Records the effects of a running app. Errors of recording are reported when the tape is taken, never to the app. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { redaction = DEFAULT_REDACTION, handles = [], passing = [] } = options;
  const names = createNames();
  const nameOf = (fn: Fn) => (fn === (DELAY as unknown) ? 'delay' : names.of(fn));
  const lineage = createLineage(nameOf);
  const redactor = createRedactor(redaction);
  /** Not redacted until the tape is finished, because redacting takes longer than everything else. */
  const entries: Entry[] = [];
  let problem: Error | null = null;
  let channels = 0;
  let awaited = 0;
  let isOn = true;

  function attempt<T>(work: () => T): T | undefined {
    if (problem !== null || !isOn) return undefined;
    try {
      return work();
    } catch (error) {
      problem = error as Error;
      return undefined;
    }
  }
  function write(make: () => Entry): void {
    attempt(() => {
      const entry = make();
      entries.push(entry);
      options.onEntry?.(redactEntry(redactor, entry));
    });
  }
  const encodeArgs = (at: Address, args: readonly unknown[]) =>
    args.map((arg, nth) => encode(arg, `${at}: argument ${nth + 1}`));

  /** The outcome as it is written, and as the saga receives it. */
  function outcomeOf(at: Address, port: string, value: unknown): { readonly written: object; readonly given: unknown } {
    if (isChannel(value)) {
      const channel = ++channels;
      return { written: { channel }, given: recorded(value, channel) };
    }
    if (value === undefined) return { written: {}, given: value };
    const isHandle = typeof value === 'function' && handles.includes(port);
    return { written: { value: encode(value, `${at}: the answer`, isHandle) }, given: value };
  }

  function answered(at: Address, port: string, value: unknown, entryOf: (written: object) => Entry): unknown {
    let given = value;
    write(() => {
      const outcome = outcomeOf(at, port, value);
      given = outcome.given;
      return entryOf(outcome.written);
    });
    return given;
  }

  function recorded(real: RecordableChannel, channel: number): RecordableChannel {
    // An end caused by the sagas is not recorded; any other end is recorded once.
    let isEnded = false;
    return {
      close() {
        isEnded = true;
        real.close();
      },
      flush: (items) => real.flush(items),
      take(taker, matcher) {
        let now = true;
        const hear = (input: unknown) => {
          const at = now ? ({ now: true } as const) : {};
          if (input === END) {
            if (!isEnded) write(() => ({ end: channel, ...at }));
            isEnded = true;
          } else
            write(() => ({
              message: channel,
              ...(input === undefined ? {} : { value: encode(input, `channel ${channel}`) }),
              ...at,
            }));
          taker(input);
        };
        real.take(hear, matcher);
        now = false;
        const { cancel } = hear as { cancel?: () => void };
        if (cancel) taker.cancel = cancel;
      },
    };
  }

  function ask(at: Address, port: string, fn: Fn, args: readonly unknown[], reply: Reply): void {
    // Before the call, which may change its arguments.
    const encoded = attempt(() => encodeArgs(at, args)) ?? [];
    const place = entries.length;
    // What arrives during the call, such as the event of a page move, is written between the call and its answer.
    const now = (written: object): Entry => {
      if (entries.length === place) return { call: at, args: encoded, ...written };
      entries.splice(place, 0, { ask: at, args: encoded, during: true });
      return { answer: at, ...written };
    };
    let result: unknown;
    try {
      result = fn(...args);
    } catch (error) {
      write(() => now({ error: encode(error, `${at}: the error`) }));
      return reply(error);
    }
    if (!isPromise(result)) return reply(null, answered(at, port, result, now));
    write(() => ({ ask: at, args: encoded }));
    const promise = result;
    let isOver = false;
    const once = (work: () => void) => {
      if (!isOver) {
        isOver = true;
        work();
      }
    };
    void promise.then(
      (value) =>
        once(() =>
          reply(
            null,
            answered(at, port, value, (written) => ({ answer: at, ...written })),
          ),
        ),
      (error: unknown) =>
        once(() => {
          write(() => ({ answer: at, error: encode(error, `${at}: the error`) }));
          reply(error);
        }),
    );
    reply.cancel = () =>
      once(() => {
        write(() => ({ cancel: at }));
        abort(promise);
      });
  }

  /** The app's own asynchronous code, such as a chunk being loaded: only when it settled matters. */
  function runCode(
    at: Address,
    fn: Fn,
    context: unknown,
    args: readonly unknown[],
    next: (effect: unknown) => void,
  ): void {
    const result = fn.apply(context, [...args]);
    if (isIterator(result)) return next(result);
    if (!isPromise(result)) return next(cps((reply: Reply) => reply(null, result)));
    next(
      cps((reply: Reply) => {
        let isOver = false;
        awaited += 1;
        const settle = (error: unknown, value: unknown) => {
          if (isOver) return;
          isOver = true;
          awaited -= 1;
          write(() => {
            try {
              return { code: at, ...(value === undefined ? {} : { value: encode(value, at) }) };
            } catch {
              return { code: at };
            }
          });
          reply(error, value);
        };
        void result.then(
          (value) => settle(null, value),
          (error: unknown) => settle(error, undefined),
        );
        reply.cancel = () => {
          if (!isOver) awaited -= 1;
          isOver = true;
          abort(result);
        };
      }),
    );
  }

  const middleware: EffectMiddleware = (next) => (effect: unknown) => {
    const known = asEffect(effect);
    const fn = known?.payload.fn as Fn | undefined;
    if (known?.type !== 'CALL' || fn === undefined) return next(effect);
    const port = nameOf(fn);
    const { args = [], context } = known.payload;
    if (port !== undefined) {
      const { address } = lineage.placeOf(effect);
      return next(cps((reply: Reply) => ask(address, port, fn, args, reply)));
    }
    if (isSaga(fn)) return next(effect);
    return void runCode(lineage.placeOf(effect).address, fn, context, args, next);
  };

  const monitor = {
    ...lineage.monitor,
    rootSagaStarted(started: Parameters<NonNullable<typeof lineage.monitor.rootSagaStarted>>[0]) {
      lineage.monitor.rootSagaStarted?.(started);
      const name = started.saga.name;
      write(() => ({ start: name, args: encodeArgs(name, started.args) }));
    },
    actionDispatched(action: object) {
      if (!isFromSaga(action))
        write(() => ({ do: encode(action, `the action ${String((action as { type?: unknown }).type)}`) }));
    },
  };

  const header: TapeHeader = {
    format: FORMAT,
    version: VERSION,
    app: options.app,
    machines: options.machines ?? {},
    zone: options.zone,
    locale: options.locale,
    redaction,
    given: redactor.redact(encode(options.given ?? null, 'what was given at the start')),
  };
  return {
    sagaMonitor: monitor,
    effectMiddlewares: [middleware],
    wrap: (ports) => names.wrap(ports, passing),
    entries: () => entries.length,
    awaited: () => awaited,
    problem: () => problem,
    stop: () => void (isOn = false),
    finish() {
      if (problem !== null) throw problem;
      const once = entries.map((entry) => redactEntry(redactor, entry));
      // Again, for secrets whose names appear only after their first use.
      const clear = once.map((entry) => JSON.stringify(redactEntry(redactor, entry)));
      return withChecksum(JSON.stringify(header), clear);
    },
  };
}
