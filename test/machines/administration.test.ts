/** The machines of the administration screens: every transition, and no state that cannot be left. */
import { deedMachine, type DeedContext } from '../../machines/deed/deed.machine';
import { CallFailed } from '../../machines/failure';
import { formMachine, type FormContext } from '../../machines/form/form.machine';
import { exploreMachine, type Exploration } from '../support/exploreMachine';

const unreachable = new CallFailed({ kind: 'unreachable' });
const nothingLeft = ({ all, fired, stuck }: Exploration) => ({
  'never fired': all.filter((name) => !fired.has(name)),
  stuck,
});

it('every transition of a form is executed, and every state can be left', async () => {
  const explored = await exploreMachine(formMachine, {
    input: { key: '/vms/admin/users/add' },
    events: [{ type: 'RETRY' }, { type: 'SUBMIT', values: { name: 'typed' } }, { type: 'REFRESH' }] as never,
    outcomes: { load: [{ version: 1 }, unreachable], save: [{ version: 2 }, unreachable] },
    actions: ['finish'],
    facet: ({ loaded, before, failure }: FormContext) => [loaded === null, before === null, failure === null],
  });
  expect(nothingLeft(explored)).toEqual({ 'never fired': [], stuck: [] });
});

it('every transition of a deed is executed, and every state can be left', async () => {
  const explored = await exploreMachine(deedMachine, {
    input: undefined,
    events: [
      { type: 'ASK', deed: { kind: 'deactivateUser', id: 'u1', name: 'Robin' } },
      { type: 'CONFIRM' },
      { type: 'CANCEL' },
    ] as never,
    outcomes: { doDeed: [undefined, unreachable] },
    actions: ['tellDone'],
    facet: ({ deed, failure }: DeedContext) => [deed?.id, failure === null],
  });
  expect(nothingLeft(explored)).toEqual({ 'never fired': [], stuck: [] });
});
