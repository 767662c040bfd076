/** Fetches the sign-in methods of the organization in the form. A late part, loaded with the first request. */
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { send } from '../../base/http/send.saga';
import { port } from '../../base/ports/ports';
import { call, put, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { organizationTyped, signInMethodsRequested } from './signIn.intents';
import { signInMethodsLoaded, signInMethodsReducers } from './signInMethods.slice';

export type MethodsRequest = ReturnType<typeof organizationTyped> | ReturnType<typeof signInMethodsRequested>;

/** No call is made while an organization code is still being typed. */
const TYPING_MS = 500;

/** `requests` are the requests made before this part was loaded. */
export function* followSignInMethods(requests: readonly MethodsRequest[]): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, signInMethodsReducers);
  yield* takeLatest([signInMethodsRequested.type, organizationTyped.type], loadSignInMethods);
  // The form reports the organization that it was filled with, too.
  let known = '';
  for (const action of requests) {
    const { organizationCode } = action.payload;
    if (signInMethodsRequested.match(action) || organizationCode !== known) yield* put(action);
    known = organizationCode;
  }
}

/** After a failure only the password is offered. */
function* loadSignInMethods({ type, payload: { organizationCode } }: MethodsRequest): SagaGenerator<void> {
  if (organizationCode === '') return;
  if (type === organizationTyped.type) yield* call(pause, TYPING_MS);
  const { answer } = yield* attempt(send('signInMethods', { params: { orgIdentifier: organizationCode } }));
  yield* put(signInMethodsLoaded({ organizationCode, registrationId: answer?.registrationId ?? null }));
}
