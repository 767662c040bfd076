import { CallFailed } from '../../machines/failure';
import { call, type SagaGenerator } from '../effects';
import type * as AnswersModule from './answers';

type Answers = typeof AnswersModule;

let loaded: Answers | undefined;

export async function loadAnswers(): Promise<Answers> {
  loaded ??= await import(/* webpackChunkName: "answers" */ './answers');
  return loaded;
}

/** At once where they are here already. Asked for again after a failure, which is one of the network like any other. */
export function* answers(): SagaGenerator<Answers> {
  if (loaded) return loaded;
  try {
    return yield* call(loadAnswers);
  } catch {
    throw new CallFailed({ kind: 'unreachable' });
  }
}
