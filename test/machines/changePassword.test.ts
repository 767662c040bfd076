import {
  changePasswordMachine,
  type ChangePasswordContext,
} from '../../machines/changePassword/changePassword.machine';
import { CallFailed } from '../../machines/failure';
import { assertComplete, exploreMachine } from '../support/exploreMachine';

it('every transition of changePassword is executed, and no state is a dead end', async () => {
  const explored = await exploreMachine(changePasswordMachine, {
    input: undefined,
    events: [{ type: 'SUBMIT', oldPassword: '<secret:1>', newPassword: '<secret:2>' }, { type: 'CANCEL' }] as never,
    outcomes: { savePassword: [undefined, new CallFailed({ kind: 'unreachable' })] },
    actions: ['announce', 'signOut'],
    facet: (context: ChangePasswordContext) => context.failure?.kind,
  });
  assertComplete(explored);
});
