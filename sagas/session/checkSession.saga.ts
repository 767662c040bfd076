import type { SessionCheckResult, SessionInput } from '../../machines/session/session.types';
import type { SsoOrigin } from '../../machines/sso';
import { call, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { send } from '../http/send.saga';
import { port } from '../ports';
import { recallSso, takeSignedOutReason } from './ssoMemory.saga';

/** Asks the server whether the refresh cookie belongs to a live session, unless the page already said that there is none. */
export function* checkSession({ known }: SessionInput): SagaGenerator<SessionCheckResult> {
  const sso = yield* lastSso();
  if (known === 'signedOut') return { status: 'out', reason: yield* takeSignedOutReason(), sso };
  const answer = yield* send('sessionCheck', {});
  if (answer.accessStatus === 'LOGGED_OUT') {
    return { status: 'out', reason: answer.reason ?? (yield* takeSignedOutReason()), sso };
  }
  if (answer.userName === undefined) throw new CallFailed({ kind: 'badAnswer' });
  return { status: 'in', userName: answer.userName, sso };
}

/** Where the page was opened for a single sign-on, the one before it is of no interest. */
function* lastSso(): SagaGenerator<SsoOrigin | null> {
  const sso = yield* port('sso');
  return (yield* call(sso.asked)) === null ? yield* recallSso() : null;
}
