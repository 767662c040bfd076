/** Effects for `yield*`. `call` is typed here, because the library's version widens literal arguments. */
import type { SagaReturnType } from 'redux-saga/effects';
import { call as untypedCall, type SagaGenerator } from 'typed-redux-saga';

export * from 'typed-redux-saga';

/** Calls a function, with its arguments checked against its parameters. */
export const call = untypedCall as <Fn extends (...args: never[]) => unknown>(
  fn: Fn,
  ...args: Parameters<Fn>
) => SagaGenerator<SagaReturnType<Fn>>;
