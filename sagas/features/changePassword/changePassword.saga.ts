/** Runs the machine of the dialog while it is open. */
import {
  changePasswordMachine,
  type ChangePasswordEvent,
  type NewPassword,
} from '../../../machines/changePassword/changePassword.machine';
import { pause } from '../../base/clock.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { request } from '../../session/token/request.saga';
import {
  changePasswordCancelled,
  changePasswordEnded,
  changePasswordOpened,
  changePasswordSubmitted,
} from './changePassword.slice';
import { signOutRequested } from '../../session/session.events';

const PASSWORD_UPDATED = 'Password has been updated successfully.';

const forwards: readonly Forward<ChangePasswordEvent>[] = [
  forward(changePasswordSubmitted, (passwords) => ({ type: 'SUBMIT', ...passwords })),
  forward(changePasswordCancelled, () => ({ type: 'CANCEL' })),
];

/** A late part, loaded when the dialog is first opened. Opening it again while it is open does nothing. */
export function* watchChangePassword(): SagaGenerator<void> {
  yield* takeLeading(changePasswordOpened, changePassword);
}

function* changePassword(): SagaGenerator<void> {
  yield* call(runMachine<typeof changePasswordMachine>, {
    name: 'changePassword',
    machine: changePasswordMachine,
    input: undefined,
    forwards,
    delay: pause,
    services: { savePassword },
    actions: {
      *announce() {
        yield* put(noticeShown({ tone: 'positive', text: PASSWORD_UPDATED }));
      },
      *signOut() {
        yield* put(signOutRequested('password_changed'));
      },
    },
  });
  yield* put(changePasswordEnded());
}

/** The passwords are removed whatever the outcome: another attempt brings its own. Throws CallFailed. */
export function* savePassword({ oldPassword, newPassword }: NewPassword): SagaGenerator<void> {
  const secrets = yield* port('secrets');
  try {
    yield* request('passwordChange', { body: { oldPassword, newPassword } });
  } finally {
    yield* call(secrets.clear, [oldPassword, newPassword]);
  }
}
