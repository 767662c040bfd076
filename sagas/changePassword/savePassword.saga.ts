import { call, type SagaGenerator } from '../effects';
import type { NewPassword } from '../../machines/changePassword/changePassword.machine';
import { request } from '../http/request.saga';
import { port } from '../ports';

/** Whatever becomes of it, the passwords are wiped: another try brings its own. */
export function* savePassword({ oldPassword, newPassword }: NewPassword): SagaGenerator<void> {
  const secrets = yield* port('secrets');
  try {
    yield* request('passwordChange', { body: { oldPassword, newPassword } });
  } finally {
    yield* call(secrets.wipe, [oldPassword, newPassword]);
  }
}
