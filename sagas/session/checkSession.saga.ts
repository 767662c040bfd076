import type { SessionCheckResult, SessionInput } from '../../machines/session/session.types';
import type { SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { send } from '../http/send.saga';

/** Asks the server whether the refresh cookie belongs to a live session, unless the page already said that there is none. */
export function* checkSession({ known }: SessionInput): SagaGenerator<SessionCheckResult> {
  if (known === 'signedOut') return { status: 'out', reason: null };
  const answer = yield* send('sessionCheck', {});
  if (answer.accessStatus === 'LOGGED_OUT') return { status: 'out', reason: answer.reason ?? null };
  if (answer.userName === undefined) throw new CallFailed({ kind: 'badAnswer' });
  return { status: 'in', userName: answer.userName };
}
