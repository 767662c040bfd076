/** Knowledge of redux-saga's internals that recorder and player share. */
import {
  CANCEL,
  channel,
  END,
  multicastChannel,
  stdChannel,
  type EffectMiddleware,
  type SagaMonitor,
} from 'redux-saga';
import { debounce, delay, retry, takeEvery, takeLatest, takeLeading, throttle } from 'redux-saga/effects';

/** An effect as redux-saga passes it to monitors and middleware. */
export interface EffectLike {
  readonly type: string;
  readonly payload: {
    readonly fn?: (...args: unknown[]) => unknown;
    readonly args?: readonly unknown[];
    readonly context?: unknown;
    readonly detached?: boolean;
    /** Set for TAKE and PUT. */
    readonly channel?: object | null;
    readonly action?: unknown;
    readonly resolve?: boolean;
  };
}

/** What an app hands to `createSagaMiddleware`. */
export interface SagaHooks {
  readonly sagaMonitor: SagaMonitor;
  readonly effectMiddlewares: EffectMiddleware[];
}

type Fn = (...args: never[]) => unknown;

/** The value as an effect of redux-saga; null if it is none. */
export const asEffect = (effect: unknown): EffectLike | null =>
  typeof effect === 'object' && effect !== null && '@@redux-saga/IO' in effect
    ? (effect as unknown as EffectLike)
    : null;

/** The port called by the library's `delay` effect. */
export const DELAY = (delay(0) as unknown as EffectLike).payload.fn as Fn;

/** Functions of the library that do nothing but make a channel. */
export const CHANNEL_MAKERS: ReadonlySet<unknown> = new Set([channel, multicastChannel, stdChannel]);

const someSaga = function* () {};
/** Generator functions of this realm; those of other realms are recognized by their tag, which is slower. */
const GENERATORS: unknown = Object.getPrototypeOf(someSaga);
/** Functions that the library itself forks and calls. They return iterators, but are not generator functions. */
const LIBRARY = new Set(
  [
    takeEvery('*', someSaga),
    takeLatest('*', someSaga),
    takeLeading('*', someSaga),
    throttle(0, '*', someSaga),
    debounce(0, '*', someSaga),
    retry(1, 0, someSaga),
  ].map((effect) => (effect as unknown as EffectLike).payload.fn as Fn),
);

/** Whether this is the end of a channel, also from another copy of the library. */
export const isEnd = (input: unknown): boolean =>
  (input as { readonly type?: unknown } | null | undefined)?.type === END.type;

/** Whether a saga has put the action. */
export const isFromSaga = (action: object) => '@@redux-saga/SAGA_ACTION' in action;

export interface Puts {
  /** A saga is about to put the action, by the effect of this number. */
  readonly announce: (action: unknown, effectId: number) => void;
  /** Whether a saga put the action that reaches the store now; others come from outside. */
  readonly isOf: (action: object) => boolean;
  /** The effect has ended. Returns its action if only another one reached the store; null otherwise. */
  readonly ended: (effectId: number) => object | null;
  /** The saga does not wait for the put any more; the action still reaches the store. */
  readonly cancelled: (effectId: number) => void;
}

/** Counts puts, because redux-saga marks an action for good, and others may dispatch the same constant. */
export function createPuts(): Puts {
  /** How often each action has been announced and has not reached the store yet. */
  const announced = new WeakMap<object, number>();
  const open = new Map<number, { readonly action: object; readonly othersBefore: number }>();
  let others = 0;
  return {
    announce(action, effectId) {
      if (typeof action !== 'object' || action === null) return;
      announced.set(action, (announced.get(action) ?? 0) + 1);
      open.set(effectId, { action, othersBefore: others });
    },
    isOf(action) {
      const count = announced.get(action) ?? 0;
      if (count === 0 || !isFromSaga(action)) {
        others += 1;
        return false;
      }
      announced.set(action, count - 1);
      return true;
    },
    ended(effectId) {
      const put = open.get(effectId);
      if (put === undefined) return null;
      open.delete(effectId);
      const { action, othersBefore } = put;
      const left = [...open.values()].filter((one) => one.action === action).length;
      if ((announced.get(action) ?? 0) <= left) return null;
      // It never reaches the store: a middleware kept it back, or passed on another one.
      announced.set(action, left);
      return others > othersBefore ? action : null;
    },
    cancelled: (effectId) => void open.delete(effectId),
  };
}

/** Whether redux-saga treats the value as a promise: anything with `then`. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** The method redux-saga calls on a promise whose saga is cancelled. */
export const abort = (promise: Promise<unknown>): void =>
  (promise as unknown as Readonly<Record<string, (() => void) | undefined>>)[CANCEL]?.();

/** Whether redux-saga would run the value as a saga. */
export const isIterator = (value: unknown): boolean =>
  typeof (value as { next?: unknown } | null | undefined)?.next === 'function' &&
  typeof (value as { throw?: unknown }).throw === 'function';

/** Whether the value is a channel, whose messages are recorded. */
export const isChannel = (value: unknown): value is RecordableChannel =>
  typeof (value as { take?: unknown } | null | undefined)?.take === 'function' &&
  typeof (value as { close?: unknown }).close === 'function';

/** Calling a generator function returns an iterator immediately, so there is nothing to record. */
export const isSaga = (fn: Fn) =>
  Object.getPrototypeOf(fn) === GENERATORS ||
  Object.prototype.toString.call(fn) === '[object GeneratorFunction]' ||
  LIBRARY.has(fn);

export type Taker = ((input: unknown) => void) & { cancel?: () => void };
export interface RecordableChannel {
  readonly take: (taker: Taker, matcher?: (input: unknown) => boolean) => void;
  readonly flush: (items: (all: unknown) => void) => void;
  readonly close: () => void;
}
