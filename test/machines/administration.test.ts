/** The machines of the administration screens: every transition, and no state that cannot be left. */
import { confirmationMachine, type ConfirmationContext } from '../../machines/confirmation/confirmation.machine';
import { CallFailed } from '../../machines/failure';
import { formMachine, type FormContext } from '../../machines/form/form.machine';
import { assertComplete, exploreMachine } from '../support/exploreMachine';
import { drive } from '../support/pureMachine';

const unreachable = new CallFailed({ kind: 'unreachable' });

it('every transition of a form is executed, and every state can be left', async () => {
  const explored = await exploreMachine(formMachine, {
    input: { key: '/vms/admin/users/add' },
    events: [{ type: 'RETRY' }, { type: 'SUBMIT', values: { name: 'typed' } }, { type: 'REFRESH' }] as never,
    outcomes: { load: [{ version: 1 }, unreachable], save: [{ version: 2 }, unreachable] },
    actions: ['finish'],
    facet: ({ loaded, before, failure, saveFailed }: FormContext) => [
      loaded === null,
      before === null,
      failure === null,
      saveFailed,
    ],
  });
  assertComplete(explored);
});

it('a form distinguishes a failed save from failed loading, before and after it', () => {
  const form = drive(formMachine, { key: '/vms/admin/users/7/edit' });
  const now = () => [form.context.failure?.kind ?? null, form.context.saveFailed];
  expect([form.answer('load', unreachable).value, ...now()]).toEqual(['missing', 'unreachable', false]);
  form.send({ type: 'RETRY' }).answer('load', { version: 1 });
  form.send({ type: 'SUBMIT', values: { name: 'typed' } }).answer('save', unreachable);
  expect([form.value, ...now()]).toEqual(['editing', 'unreachable', true]);
  form.send({ type: 'REFRESH' }).answer('load', unreachable);
  expect([form.value, ...now()]).toEqual(['editing', 'unreachable', false]);
});

it('every transition of a confirmation is executed, and every state can be left', async () => {
  const explored = await exploreMachine(confirmationMachine, {
    input: undefined,
    events: [
      { type: 'ASK', action: { kind: 'deactivateUser', id: 'u1', name: 'Robin' } },
      { type: 'CONFIRM' },
      { type: 'CANCEL' },
    ] as never,
    outcomes: { runAction: [undefined, unreachable] },
    actions: ['announceDone'],
    facet: ({ action, failure }: ConfirmationContext) => [action?.id, failure === null],
  });
  assertComplete(explored);
});
