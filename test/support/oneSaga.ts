/** One saga by itself: the ports in its context, and a session if the test has one. */
import { expectSaga } from 'redux-saga-test-plan';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { CallFailed, type Failure } from '../../machines/failure';
import type { Grant } from '../../machines/grant';
import type { HttpAnswer, HttpCall } from '../../sagas/base/ports/network';
import type { Ports } from '../../sagas/base/ports/ports';
import type { SagaGenerator } from '../../sagas/base/runtime/effects';
import { selectGrant, selectUser } from '../../sagas/session/session.selectors';

export interface SagaWorld {
  readonly ports: Partial<Ports>;
  /** Called each time, so that the session can change. */
  readonly grant?: () => Grant | null;
  readonly user?: () => UserInfo | null;
}

export type Outcome<T> = { readonly answer: T } | { readonly failure: Failure };

/** A plan for the saga; its `returnValue` is the result, or the failure it ended in. */
export function planOf<T>({ ports, grant = () => null, user = () => null }: SagaWorld, saga: () => SagaGenerator<T>) {
  return expectSaga(function* (): SagaGenerator<Outcome<T>> {
    try {
      return { answer: yield* saga() };
    } catch (error) {
      if (error instanceof CallFailed) return { failure: error.failure };
      throw error;
    }
  }).provide({
    getContext: (name, next) => ports[name as keyof Ports] ?? (next() as unknown),
    select({ selector }, next) {
      if (selector === (selectGrant as unknown)) return grant();
      return selector === (selectUser as unknown) ? user() : (next() as unknown);
    },
  });
}

export type ScriptedAnswer = HttpAnswer | Error | (() => HttpAnswer | Error);

/** An http port that gives these answers one after the other, and what was sent through it. */
export function scriptedHttp(...answers: readonly ScriptedAnswer[]) {
  const sent: HttpCall[] = [];
  const http: Pick<Ports['http'], 'send'> = {
    send(call) {
      const next = answers[sent.push(call) - 1];
      if (next === undefined) throw new Error(`Nothing is scripted for call ${sent.length}, ${call.endpoint}.`);
      const answer = typeof next === 'function' ? next() : next;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  return { http: http as Ports['http'], sent };
}

/** A clock whose waits never end, except those that `ends` accepts. */
export function scriptedClock({ now = 1_000, ends = (_ms: number): boolean => false } = {}) {
  const waits: number[] = [];
  const clock: Ports['clock'] = {
    now: () => now,
    delay(ms) {
      waits.push(ms);
      return ends(ms) ? Promise.resolve(true) : new Promise<true>(() => {});
    },
  };
  return { clock, waits };
}
