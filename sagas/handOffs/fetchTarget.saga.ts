import { select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { selectUser } from '../session/session.selectors';
import type { HandOff } from '../shell/menus/menu.types';
import type { HandOffTarget } from './handOffs.reducer';

/** Asks the server for a pass: a form for the training service, an address for the learning service. */
export function* fetchTarget(to: HandOff): SagaGenerator<HandOffTarget> {
  if (to === 'training') {
    const { ssourl, ...fields } = yield* request('trainingHandOff', { body: {} });
    return { url: ssourl, fields };
  }
  const user = yield* select(selectUser);
  if (user === null) throw new CallFailed({ kind: 'sessionEnded', reason: 'signed_out' });
  const { organizationId, userId } = user;
  const { loginKey } = yield* request('learningKey', { params: { organizationId, userId } });
  return { url: loginKey, fields: null };
}
