/**
 * The harness of a replay: calls of the sagas go to the director instead of the outside world, and the director feeds
 * their channels. There is no clock, network or randomness; everything happens immediately when the director decides
 * it.
 */
import { END, type EffectMiddleware } from 'redux-saga';
import type { App, Harness } from './app';
import { asEffect, CHANNEL_MAKERS, DELAY, isFromSaga, isIterator, type RecordableChannel, type Taker } from './effects';
import { shortened, TapeError, type Address, type Json, type Outcome } from './format';
import type { Guard } from './guard';
import { createStandIns } from './handles';
import { intercept, type Border, type FunctionCall, type OwnChannel, type Reaction } from './intercept';
import { importName, withImports, type DirectCall, type ImportSession } from './imports';
import { createLineage, UNNAMED, type Lineage } from './lineage';
import { createNames } from './names';
import type { PortCall } from './portCalls';
import type { Redactor } from './redact';
import { createSentEncoder, decode } from './values';

type Fn = (...args: never[]) => unknown;

export interface Request {
  readonly address: Address;
  readonly port: string;
  readonly args: readonly Json[];
  /** Set by the harness. */
  readonly settle: (outcome: Outcome) => void;
  /** Calls the real function, which loads code of the app itself, and settles with its outcome. */
  readonly load: (step: (settle: () => void) => void) => Promise<void>;
}

/** Decides what happens. A call that gets no outcome waits until its request is settled. */
export interface Director {
  readonly call: (request: Request) => Outcome | null;
  readonly cancelled: (request: Request) => void;
  /** Called with what sagas do that needs no answer. */
  readonly did: (portCall: PortCall) => void;
  /** A saga waits at this channel. */
  readonly taking: (channel: number) => void;
  /** Returns all buffered messages of this channel, which a saga takes; null if it has ended. */
  readonly flushing: (channel: number) => unknown[] | null;
  /** Sagas use a channel of the app's own for the first time. */
  readonly opened: (address: Address) => void;
  /** A root saga has been started. */
  readonly started: (name: string, args: readonly Json[]) => void;
  readonly put: (action: object) => void;
  /** The tape has a function called that the app does not list; it is not called, and its saga waits. */
  readonly refused: (problem: TapeError) => void;
}

export interface FakeChannel {
  readonly isWaiting: () => boolean;
  /** Gives the message to the waiting saga, or keeps it until one takes. */
  readonly give: (message: unknown) => void;
  readonly end: () => void;
  readonly isClosed: () => boolean;
}

/** The stand-ins, and what a director sees of the replay. */
export interface HarnessControls {
  readonly harness: Omit<Harness, 'onFault' | 'onError' | 'machineWatch'>;
  readonly lineage: Lineage;
  readonly channel: (nth: number) => FakeChannel | undefined;
  /** A channel of the app's own, by the effect that used it first. */
  readonly own: (address: Address) => OwnChannel | undefined;
  readonly decode: (json: Json) => unknown;
  /** Imported functions that were called without an effect, and whose promise no saga waited for. */
  readonly unclaimed: () => readonly string[];
  /** Runs a synchronous step of the replay, in which imported functions are answered from the tape. */
  readonly within: <T>(work: () => T) => T;
}

/** Stands in for the outside world: the director answers each call of the sagas. */
export function createHarness(
  app: Pick<App, 'ports' | 'errors' | 'labels' | 'real'>,
  redactor: Redactor,
  director: Director,
  guard?: Pick<Guard, 'watched'>,
): HarnessControls {
  const names = createNames();
  const stands = createStandIns(names.stand);
  const nameOf = (fn: Fn) => (fn === DELAY ? 'delay' : (names.of(fn) ?? importName(fn)));
  const promised = new Map<object, DirectCall>();
  const lineage = createLineage(nameOf, app.labels, (promise) => promised.get(promise)?.name);
  const imports: ImportSession = {
    called(call) {
      // Only an effect can wait for it; elsewhere it never settles.
      const promise = new Promise<never>(() => {});
      promised.set(promise, call);
      return promise;
    },
  };
  const within = <T>(work: () => T): T => withImports(imports, work);
  const claim = (promise: object) => {
    const call = promised.get(promise);
    promised.delete(promise);
    return call;
  };
  const channels = new Map<number, FakeChannel & RecordableChannel>();
  const fakes = new WeakSet<object>();
  const own = new Map<Address, OwnChannel>();
  const made = (json: Json) => {
    redactor.read(json);
    return decode(json, { errors: app.errors, handle: stands.make });
  };
  const encodeSent = createSentEncoder(stands.known);
  const sent = (value: unknown) => redactor.redact(encodeSent(value), 'sagas');

  const open = (nth: number) => {
    const channel = createFakeChannel({
      taking: () => director.taking(nth),
      flushing: () => director.flushing(nth),
      closing: () => director.did({ kind: 'close', address: `channel/CLOSE:${nth}`, args: [] }),
    });
    channels.set(nth, channel);
    fakes.add(channel);
    return channel;
  };

  const real = new Set(app.real);
  /** A tape may be anyone's, so it does not decide alone what is really called. */
  function mayCall({ address, port, fn }: FunctionCall): boolean {
    const isNamed = port !== UNNAMED;
    if (real.has('*') || CHANNEL_MAKERS.has(fn)) return true;
    if (isNamed && (real.has(port) || (fn !== null && real.has(fn.name)))) return true;
    const problem = isNamed
      ? `The tape asks for a real call of ${port}, which \`real\` of defineApp does not list. If it is a function of the app, list it there; otherwise do not play this tape.`
      : `The tape asks for a real call of a function without a name (${address}). If it is one of the app, make it a generator function, or name it and list it in \`real\` of defineApp, and record again; otherwise do not play this tape.`;
    director.refused(new TapeError(problem));
    return false;
  }

  function call(called: FunctionCall): Reaction {
    const { address, port, args, invoke, fn } = called;
    let outcome: Outcome | null = null;
    let waiting: { resolve: (value: unknown) => void; reject: (error: unknown) => void } | null = null;
    let isOver = false;
    // A promise that was created outside a call effect exists already; its result is ignored.
    if (fn === null) void (invoke() as Promise<unknown>).then(undefined, () => {});
    const deliver = (given: Outcome) => {
      if (given.error !== undefined) waiting?.reject(made(given.error));
      else if (given.channel !== undefined) waiting?.resolve(open(given.channel));
      else waiting?.resolve(given.value === undefined ? undefined : made(given.value));
    };
    const once = (work: () => void) => {
      if (isOver) return;
      isOver = true;
      work();
    };
    const request: Request = {
      address,
      port,
      args: args.map(sent),
      settle: (given) =>
        once(() => {
          outcome = given;
          if (waiting !== null) deliver(given);
        }),
      async load(step) {
        if (!mayCall(called)) return;
        // Code that is already loaded may be returned without a promise.
        const settle = await new Promise<unknown>((resolve) => resolve(invoke())).then(
          (value) => () => waiting?.resolve(value),
          (error: unknown) => () => waiting?.reject(error),
        );
        step(() => within(() => once(settle)));
      },
    };
    const now = director.call(request);
    const isReal = now?.saga === true || now?.real === true;
    if (isReal && mayCall(called)) {
      const result = withImports(null, invoke);
      return isIterator(result) ? { iterator: result } : { answer: (resolve) => resolve(result) };
    }
    if (now !== null && !isReal) request.settle(now);
    return {
      answer(resolve, reject) {
        waiting = { resolve, reject };
        if (outcome !== null) deliver(outcome);
      },
      cancel: () => once(() => director.cancelled(request)),
    };
  }

  const border: Border = {
    call,
    put: (saga, action) => director.did({ kind: 'put', address: saga, args: [shortened(sent(action))] }),
    stop: (task) => director.did({ kind: 'stop', address: task, args: [] }),
    channel(address, channel) {
      own.set(address, channel);
      director.opened(address);
    },
    refuse: (address, what) => director.did({ kind: 'ask', address: `${address}/CALL:unrecorded#1`, args: [what] }),
    isRecorded: (channel) => fakes.has(channel),
  };

  return {
    harness: {
      ports: Object.fromEntries(app.ports.map((port) => [port, standIn(port, names.stand)])),
      sagaMonitor: {
        ...lineage.monitor,
        rootSagaStarted(started) {
          lineage.monitor.rootSagaStarted?.(started);
          const { name } = started.saga;
          director.started(name, started.args.map(sent));
        },
        actionDispatched: (action: object) => void (isFromSaga(action) && director.put(action)),
      },
      effectMiddlewares: [intercept(lineage, border, claim), ...(guard ? [watchSelectors(guard)] : [])],
    },
    lineage,
    channel: (nth) => channels.get(nth),
    own: (address) => own.get(address),
    decode: made,
    unclaimed: () => [...promised.values()].map(({ name }) => name),
    within,
  };
}

const watchSelectors =
  ({ watched }: Pick<Guard, 'watched'>): EffectMiddleware =>
  (next) =>
  (effect: unknown) => {
    const io = asEffect(effect);
    if (io?.type !== 'SELECT') return next(effect);
    const { payload } = io as unknown as { readonly payload: { readonly selector: (...args: unknown[]) => unknown } };
    next({ ...io, payload: { ...payload, selector: watched(payload.selector) } });
  };

/** A port with a function for every name. */
function standIn(port: string, stand: (name: string) => unknown): object {
  const made = new Map<string, unknown>();
  return new Proxy(
    {},
    {
      get(_, key) {
        // A port must not look like a promise.
        if (typeof key === 'symbol' || key === 'then') return undefined;
        if (!made.has(key)) made.set(key, stand(`${port}.${key}`));
        return made.get(key);
      },
    },
  );
}

interface ChannelWatch {
  readonly taking: () => void;
  readonly flushing: () => unknown[] | null;
  readonly closing: () => void;
}

function createFakeChannel({ taking, flushing, closing }: ChannelWatch): FakeChannel & RecordableChannel {
  const kept: unknown[] = [];
  let takers: { readonly taker: Taker; readonly matches: (input: unknown) => boolean }[] = [];
  let isClosed = false;
  const give = (message: unknown) => {
    const found = takers.find(({ matches }) => matches(message));
    if (found === undefined) return void kept.push(message);
    takers = takers.filter((one) => one !== found);
    found.taker(message);
  };
  const end = () => {
    isClosed = true;
    const all = takers;
    takers = [];
    for (const { taker } of all) taker(END);
  };
  return {
    isWaiting: () => takers.length > 0,
    isClosed: () => isClosed,
    give,
    end,
    close() {
      closing();
      end();
    },
    flush(items) {
      const more = flushing();
      const all = [...kept.splice(0), ...(more ?? [])];
      items(all.length === 0 && (isClosed || more === null) ? END : all);
    },
    take(taker, matcher) {
      if (kept.length > 0) return taker(kept.shift());
      if (isClosed) return taker(END);
      const one = { taker, matches: matcher ?? (() => true) };
      takers.push(one);
      taker.cancel = () => void (takers = takers.filter((other) => other !== one));
      taking();
    },
  };
}
