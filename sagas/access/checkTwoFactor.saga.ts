import { call, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { Challenge, Credentials } from '../../machines/signIn/signIn.types';
import { send } from '../http/send.saga';
import { port } from '../ports';

/** Whether a code is needed, and if so the challenge it answers. The deadline for another mail is the server's. */
export function* checkTwoFactor(credentials: Credentials): SagaGenerator<Challenge | null> {
  const { userName, organizationCode, password } = credentials;
  const answer = yield* send('twoFactorCheck', { body: { userName, organizationCode, password } });
  if (!answer.required) return null;
  // 'Required' without a challenge is no step this app knows.
  if (answer.challengeId === undefined) throw new CallFailed({ kind: 'badAnswer' });
  const clock = yield* port('clock');
  const resendInMs = (answer.resendInSeconds ?? 0) * 1_000;
  const resendAt = (yield* call(clock.now)) + resendInMs;
  return { id: answer.challengeId, sentTo: answer.sentTo ?? null, resendAt, resendInMs };
}
