/** The dialog's machine, from its opening to its end. */
import { call, put, takeLeading, type SagaGenerator } from '../effects';
import { changePasswordMachine, type ChangePasswordEvent } from '../../machines/changePassword/changePassword.machine';
import { signOutRequested } from '../access/access.intents';
import { forward, type Forward } from '../machine/forward';
import { runMachine } from '../machine/runMachine';
import { noticeShown } from '../shell/notices/notices.actions';
import { pause } from '../time.saga';
import { changePasswordCancelled, changePasswordOpened, changePasswordSubmitted } from './changePassword.intents';
import { changePasswordEnded } from './changePassword.reducer';
import { savePassword } from './savePassword.saga';

export const PASSWORD_UPDATED = 'Password has been updated successfully.';

const forwards: readonly Forward<ChangePasswordEvent>[] = [
  forward(changePasswordSubmitted, (passwords) => ({ type: 'SUBMIT', ...passwords })),
  forward(changePasswordCancelled, () => ({ type: 'CANCEL' })),
];

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
