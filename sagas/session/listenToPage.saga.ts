import { call, fork, put, select, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { send } from '../http/send.saga';
import { port } from '../ports';
import { browserOnline, callEndedSession, pageLookedAt } from './session.events';
import { selectIsActive } from './session.selectors';

/** Reacts to the network coming back and to the page being looked at again. */
export function* listenToPage(): SagaGenerator<void> {
  const page = yield* port('page');
  const signals = yield* call(page.signals);
  while (true) {
    const signal = yield* take(signals);
    if (signal === 'online') yield* put(browserOnline());
    else {
      yield* put(pageLookedAt());
      yield* fork(verifySession);
    }
  }
}

/** A page that was asleep or cached may have missed the end of its session. Silence proves nothing and changes nothing. */
function* verifySession(): SagaGenerator<void> {
  if (!(yield* select(selectIsActive))) return;
  try {
    const answer = yield* send('sessionCheck', {});
    if (answer.accessStatus === 'LOGGED_OUT') yield* put(callEndedSession({ reason: answer.reason ?? 'expired' }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
