import {
  changePasswordMachine,
  type ChangePasswordContext,
} from '../../machines/changePassword/changePassword.machine';
import { CallFailed } from '../../machines/failure';
import { exploreMachine } from '../support/exploreMachine';

it('every transition of changePassword is executed, and no state is a dead end', async () => {
  const { all, fired, stuck } = await exploreMachine(changePasswordMachine, {
    input: undefined,
    events: [{ type: 'SUBMIT', oldPassword: '<secret:1>', newPassword: '<secret:2>' }, { type: 'CANCEL' }] as never,
    outcomes: { savePassword: [undefined, new CallFailed({ kind: 'unreachable' })] },
    actions: ['announce', 'signOut'],
    facet: (context: ChangePasswordContext) => context.failure?.kind,
  });
  expect({ 'transitions that never fired': all.filter((name) => !fired.has(name)), stuck }).toEqual({
    'transitions that never fired': [],
    stuck: [],
  });
});
