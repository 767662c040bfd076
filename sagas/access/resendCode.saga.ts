import { call, type SagaGenerator } from '../effects';
import type { ResendDeadline } from '../../machines/signIn/signIn.types';
import { send } from '../http/send.saga';
import { port } from '../ports';

/** Asks for the same code once more; answers when the next one may be asked for. */
export function* resendCode({ challengeId }: { readonly challengeId: string }): SagaGenerator<ResendDeadline> {
  const { resendInSeconds } = yield* send('twoFactorResend', { body: { challengeId } });
  const clock = yield* port('clock');
  const resendInMs = resendInSeconds * 1_000;
  return { resendAt: (yield* call(clock.now)) + resendInMs, resendInMs };
}
