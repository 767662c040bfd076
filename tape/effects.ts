/** Knowledge of redux-saga's internals that recorder and player share. */
import { CANCEL, type EffectMiddleware, type SagaMonitor } from 'redux-saga';
import { delay } from 'redux-saga/effects';
import type { EffectLike } from './lineage';

/** What an app hands to `createSagaMiddleware`. */
export interface SagaHooks {
  readonly sagaMonitor: SagaMonitor;
  readonly effectMiddlewares: EffectMiddleware[];
}

type Fn = (...args: never[]) => unknown;

/** The port called by the library's `delay` effect. */
export const DELAY = (delay(0) as unknown as EffectLike).payload.fn as Fn;

/** An action put by a saga. Others come from outside. */
export const isFromSaga = (action: object) => '@@redux-saga/SAGA_ACTION' in action;

/** Anything with `then`, as redux-saga judges it. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** The method redux-saga calls on a promise whose saga is cancelled. */
export const abort = (promise: Promise<unknown>): void =>
  (promise as unknown as Readonly<Record<string, (() => void) | undefined>>)[CANCEL]?.();

/** What calling a generator function returned, which redux-saga would run. */
export const isIterator = (value: unknown): boolean =>
  typeof (value as { next?: unknown } | null | undefined)?.next === 'function' &&
  typeof (value as { throw?: unknown }).throw === 'function';

/** An event channel that a port returned; what it brings is recorded. */
export const isChannel = (value: unknown): value is RecordableChannel =>
  typeof (value as { take?: unknown } | null | undefined)?.take === 'function' &&
  typeof (value as { close?: unknown }).close === 'function';

/** Calling a generator function returns an iterator immediately, so there is nothing to record. */
export const isSaga = (fn: Fn) => Object.prototype.toString.call(fn) === '[object GeneratorFunction]';

export type Taker = ((input: unknown) => void) & { cancel?: () => void };
export interface RecordableChannel {
  readonly take: (taker: Taker, matcher?: (input: unknown) => boolean) => void;
  readonly flush: (items: (all: unknown) => void) => void;
  readonly close: () => void;
}

/** The callback passed by a `cps` effect. */
export type Reply = ((error: unknown, value?: unknown) => void) & { cancel?: () => void };
