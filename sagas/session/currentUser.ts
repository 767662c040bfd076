import { select, type SagaGenerator } from '../effects';
import type { UserInfo } from '../../contract';
import { CallFailed } from '../../machines/failure';
import { selectUser } from './session.selectors';

/** Whoever is signed in. Throws CallFailed where nobody is any more. */
export function* currentUser(): SagaGenerator<UserInfo> {
  const user = yield* select(selectUser);
  if (user === null) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  return user;
}
