/** Fetches the ways to sign in to the organization in the form. A part of its own, loaded when first asked. */
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { send } from '../../base/http/send.saga';
import { port } from '../../base/ports';
import { call, put, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { organizationTyped, waysWanted } from './signIn.intents';
import { waysArrived, waysReducers } from './ways.slice';

export type Asked = ReturnType<typeof organizationTyped> | ReturnType<typeof waysWanted>;

/** No call is made while an organization code is still being typed. */
const TYPING_MS = 500;

/** `asked` are the questions that came before this part. */
export function* followWays(asked: readonly Asked[]): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, waysReducers);
  yield* takeLatest([waysWanted.type, organizationTyped.type], askWays);
  for (const action of asked) yield* put(action);
}

/** Without an answer only the password is offered. */
function* askWays({ type, payload: { organizationCode } }: Asked): SagaGenerator<void> {
  if (organizationCode === '') return;
  if (type === organizationTyped.type) yield* call(pause, TYPING_MS);
  const { answer } = yield* attempt(send('signInWays', { params: { orgIdentifier: organizationCode } }));
  yield* put(waysArrived({ organizationCode, registrationId: answer?.registrationId ?? null }));
}
