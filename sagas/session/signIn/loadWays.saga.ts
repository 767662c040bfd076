import { buffers } from 'redux-saga';
import { loadCode } from '../../base/retry.saga';
import { actionChannel, call, flush, take, type SagaGenerator } from '../../base/runtime/effects';
import { organizationTyped, waysWanted } from './signIn.intents';
import type * as Ways from './ways.saga';

type Asked = Ways.Asked;

/** Loads the part that asks for the ways to sign in, with the first question. What is asked meanwhile is kept. */
export function* watchWays(): SagaGenerator<void> {
  const asked = yield* actionChannel<Asked>([waysWanted.type, organizationTyped.type], buffers.sliding<Asked>(2));
  const first = yield* take(asked);
  const ways = yield* call(loadCode<typeof Ways>, () => import(/* webpackChunkName: "sign-in-ways" */ './ways.saga'));
  const later = yield* flush(asked);
  asked.close();
  yield* call(ways.followWays, [first, ...later]);
}
