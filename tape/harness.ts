/**
 * The harness of a replay: its ports ask the director instead of the outside world, and the director feeds its
 * channels. There is no clock, network or randomness; everything happens at once when the director says so.
 */
import { END, type EffectMiddleware } from 'redux-saga';
import { cps } from 'redux-saga/effects';
import type { App, Harness } from './app';
import {
  DELAY,
  isFromSaga,
  isIterator,
  isPromise,
  isSaga,
  type Reply,
  type Taker,
  type RecordableChannel,
} from './effects';
import type { Address, Json, Outcome } from './format';
import { asEffect, createLineage, type Lineage } from './lineage';
import { createNames } from './names';
import type { Redactor } from './redact';
import { decode, encode } from './values';

type Fn = (...args: unknown[]) => unknown;

export interface Request {
  readonly address: Address;
  readonly port: string;
  readonly args: readonly Json[];
  /** Set by the harness. */
  readonly settle: (outcome: Outcome) => void;
}

export interface CodeRequest {
  readonly address: Address;
  readonly promise: Promise<unknown>;
  readonly settle: (error: unknown, value: unknown) => void;
}

/** Decides what happens. A call that gets no outcome waits until its request is settled. */
export interface Director {
  readonly call: (request: Request) => Outcome | null;
  readonly cancelled: (request: Request) => void;
  readonly code: (request: CodeRequest) => void;
  /** A saga waits at this channel; true where the director fed it at once. */
  readonly taking: (channel: number) => void;
  readonly put: (action: object) => void;
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
  readonly harness: Omit<Harness, 'onFault' | 'machineWatch'>;
  readonly lineage: Lineage;
  readonly channel: (nth: number) => FakeChannel | undefined;
}

/** Stands in for the ports: the director answers each call of the sagas. */
export function createHarness(
  app: Pick<App, 'ports' | 'errors'>,
  redactor: Redactor,
  director: Director,
): HarnessControls {
  const names = createNames();
  const nameOf = (fn: Fn) => (fn === (DELAY as unknown) ? 'delay' : names.of(fn));
  const lineage = createLineage(nameOf);
  const channels = new Map<number, FakeChannel & RecordableChannel>();

  const open = (nth: number) => {
    const made = createFakeChannel(() => director.taking(nth));
    channels.set(nth, made);
    return made;
  };
  /** As the saga gets it. */
  function deliver(outcome: Outcome, reply: Reply): void {
    if (outcome.error !== undefined) return reply(decode(outcome.error, app.errors));
    if (outcome.channel !== undefined) return reply(null, open(outcome.channel));
    reply(null, outcome.value === undefined ? undefined : decode(outcome.value, app.errors));
  }

  function ask(address: Address, port: string, args: readonly unknown[], reply: Reply): void {
    let isOver = false;
    const request: Request = {
      address,
      port,
      args: args.map((arg, nth) => redactor.redact(encode(arg, `${address}: argument ${nth + 1}`))),
      settle(outcome) {
        if (isOver) return;
        isOver = true;
        deliver(outcome, reply);
      },
    };
    reply.cancel = () => {
      if (isOver) return;
      isOver = true;
      director.cancelled(request);
    };
    const outcome = director.call(request);
    if (outcome !== null) request.settle(outcome);
  }

  function runCode(
    address: Address,
    fn: Fn,
    context: unknown,
    args: readonly unknown[],
    next: (effect: unknown) => void,
  ) {
    const result = fn.apply(context, [...args]);
    if (isIterator(result)) return next(result);
    next(
      cps((reply: Reply) => {
        if (!isPromise(result)) return reply(null, result);
        let isOver = false;
        reply.cancel = () => void (isOver = true);
        const settle = (error: unknown, value: unknown) => {
          if (!isOver) reply(error, value);
          isOver = true;
        };
        // The director handles a refusal.
        result.catch(() => {});
        director.code({ address, promise: result, settle });
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
      return next(cps((reply: Reply) => ask(address, port, args, reply)));
    }
    if (isSaga(fn)) return next(effect);
    return runCode(lineage.placeOf(effect).address, fn, context, args, next);
  };

  return {
    harness: {
      ports: Object.fromEntries(app.ports.map((port) => [port, standIn(port, names.stand)])),
      sagaMonitor: {
        ...lineage.monitor,
        actionDispatched: (action: object) => void (isFromSaga(action) && director.put(action)),
      },
      effectMiddlewares: [middleware],
    },
    lineage,
    channel: (nth) => channels.get(nth),
  };
}

/** Has every function by whatever name. */
function standIn(port: string, stand: (name: string) => unknown): object {
  const made = new Map<string, unknown>();
  return new Proxy(
    {},
    {
      get(_, key) {
        // No port may pass for a promise.
        if (typeof key === 'symbol' || key === 'then') return undefined;
        if (!made.has(key)) made.set(key, stand(`${port}.${key}`));
        return made.get(key);
      },
    },
  );
}

function createFakeChannel(taking: () => void): FakeChannel & RecordableChannel {
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
    close: end,
    flush: (items) => items(kept.splice(0)),
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
