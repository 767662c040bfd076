/** What recorder and player share of redux-saga's ways. */
import { CANCEL, type EffectMiddleware, type SagaMonitor } from 'redux-saga';
import { delay } from 'redux-saga/effects';
import type { EffectLike } from './lineage';

/** What an app hands to `createSagaMiddleware`. */
export interface SagaHooks {
  readonly sagaMonitor: SagaMonitor;
  readonly effectMiddlewares: EffectMiddleware[];
}

type Fn = (...args: never[]) => unknown;

/** What the `delay` effect calls: a port that comes with the library. */
export const DELAY = (delay(0) as unknown as EffectLike).payload.fn as Fn;

/** An action that a saga put. Others come from outside. */
export const isFromSaga = (action: object) => '@@redux-saga/SAGA_ACTION' in action;

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** What redux-saga does with a promise whose saga is cancelled. */
export const abort = (promise: Promise<unknown>): void =>
  (promise as unknown as Readonly<Record<string, (() => void) | undefined>>)[CANCEL]?.();

export const isIterator = (value: unknown): boolean =>
  typeof (value as { next?: unknown } | null | undefined)?.next === 'function' &&
  typeof (value as { throw?: unknown }).throw === 'function';

export const isChannel = (value: unknown): value is TapedChannel =>
  typeof (value as { take?: unknown } | null | undefined)?.take === 'function' &&
  typeof (value as { close?: unknown }).close === 'function';

/** A generator function answers an iterator at once, so there is nothing to watch in calling it. */
export const isSaga = (fn: Fn) => Object.prototype.toString.call(fn) === '[object GeneratorFunction]';

export type Taker = ((input: unknown) => void) & { cancel?: () => void };
export interface TapedChannel {
  readonly take: (taker: Taker, matcher?: (input: unknown) => boolean) => void;
  readonly flush: (items: (all: unknown) => void) => void;
  readonly close: () => void;
}

/** The callback that a `cps` effect hands over. */
export type Reply = ((error: unknown, value?: unknown) => void) & { cancel?: () => void };
