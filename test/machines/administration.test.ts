/** The machines of the administration screens: every transition, and no state that cannot be left. */
import { confirmationMachine, type ConfirmationContext } from '../../machines/confirmation/confirmation.machine';
import { CallFailed } from '../../machines/failure';
import { formMachine, type FormContext } from '../../machines/form/form.machine';
import { assertComplete, exploreMachine } from '../support/exploreMachine';
import { drive } from '../support/pureMachine';

const unreachable = new CallFailed({ kind: 'unreachable' });
const LOADED = { version: 1, values: { name: 'Robin', twoFactorEnabled: false } };
const NEWER = { version: 2, values: { name: 'Sam', twoFactorEnabled: true } };

it('every transition of a form is executed, and every state can be left', async () => {
  const explored = await exploreMachine(formMachine, {
    input: { key: '/vms/admin/users/add' },
    events: [{ type: 'RETRY' }, { type: 'SUBMIT', values: { name: 'typed' } }, { type: 'REFRESH', own: [] }] as never,
    outcomes: { load: [LOADED, NEWER, unreachable], save: [{ version: 2 }, unreachable] },
    actions: ['finish'],
    facet: ({ loaded, before, failure, saveFailed }: FormContext) => [
      loaded,
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
  form.send({ type: 'RETRY' }).answer('load', LOADED);
  form.send({ type: 'SUBMIT', values: { name: 'typed' } }).answer('save', unreachable);
  expect([form.value, ...now()]).toEqual(['editing', 'unreachable', true]);
  form.send({ type: 'REFRESH', own: [] }).answer('load', unreachable);
  expect([form.value, ...now()]).toEqual(['editing', 'unreachable', false]);
});

describe('a form that fetches its newer version', () => {
  const editing = () => drive(formMachine, { key: '/vms/admin/users/7/edit' }).answer('load', LOADED);

  it('compares it with what the form began with, except for what one’s own action has changed', () => {
    const form = editing();
    form.send({ type: 'REFRESH', own: ['twoFactorEnabled'] }).answer('load', NEWER);
    expect(form.context).toMatchObject({
      before: { values: { name: 'Robin', twoFactorEnabled: true } },
      loaded: NEWER,
    });
    form.send({ type: 'REFRESH', own: [] }).answer('load', { ...NEWER, version: 3 });
    expect(form.context.before).toEqual({ values: { name: 'Robin', twoFactorEnabled: true } });
  });

  const pressed = () =>
    editing().send({ type: 'REFRESH', own: ['twoFactorEnabled'] }, { type: 'SUBMIT', values: { name: 'typed' } });

  it('saves afterwards, with the newer version, if Save was pressed meanwhile and nothing else has changed', () => {
    const form = pressed();
    expect([form.tags, form.running]).toEqual([['busy', 'refreshing'], ['load']]);
    const saved = { ...LOADED, version: 2 };
    form.answer('load', saved);
    expect([form.value, form.started]).toEqual(['saving', [['save', { values: { name: 'typed' }, loaded: saved }]]]);
  });

  it.each([
    ['shows every change instead of saving over it', NEWER, { failure: null, before: { values: LOADED.values } }],
    ['saves nothing if it cannot be fetched', unreachable, { failure: { kind: 'unreachable' }, saveFailed: false }],
  ])('%s', (_, answer, context) => {
    const form = pressed().answer('load', answer);
    expect([form.value, form.running]).toEqual(['editing', []]);
    expect(form.context).toMatchObject(context);
  });
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
    actions: ['announceDone', 'announceDoubt'],
    facet: ({ action, failure }: ConfirmationContext) => [action?.id, failure === null],
  });
  assertComplete(explored);
});

it('a confirmation that is left after a failure says so, because the action may have been done nevertheless', () => {
  const action = { kind: 'deactivateUser', id: 'u1', name: 'Robin' } as const;
  const dialog = drive(confirmationMachine, undefined).send({ type: 'ASK', action });
  expect([dialog.send({ type: 'CANCEL' }).value, dialog.actions]).toEqual(['closed', []]);
  dialog.send({ type: 'ASK', action }, { type: 'CONFIRM' }).answer('runAction', unreachable).send({ type: 'CANCEL' });
  expect([dialog.value, dialog.actions]).toEqual(['closed', [['announceDoubt', { action }]]]);
});
