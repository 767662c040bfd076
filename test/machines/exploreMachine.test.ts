/** The walker itself: it must notice what it is there to notice. */
import { setup } from 'xstate';
import { service } from '../../machines/service';
import { exploreMachine } from '../support/exploreMachine';

const alphabet = {
  input: undefined,
  events: [{ type: 'GO' }, { type: 'BACK' }],
  outcomes: { work: ['ok', new Error('no')] },
  actions: [],
  facet: () => null,
};

const types = { events: {} as { type: 'GO' } | { type: 'BACK' } };
const actors = { work: service<void, string>() };

it('names a transition that can never fire, behind one that always does', async () => {
  const machine = setup({ types, actors }).createMachine({
    id: 'shadowed',
    initial: 'a',
    states: {
      a: { on: { GO: [{ target: 'b' }, { guard: () => true, target: 'c' }] } },
      b: { on: { BACK: 'a' } },
      c: { on: { BACK: 'a' } },
    },
  });
  const { all, fired } = await exploreMachine(machine, alphabet);
  expect(all.filter((name) => !fired.has(name))).toEqual([
    'shadowed.a · GO #1 → shadowed.c',
    'shadowed.c · BACK #0 → shadowed.a',
  ]);
});

it('names a configuration that cannot be left', async () => {
  const machine = setup({ types, actors }).createMachine({
    id: 'trap',
    initial: 'a',
    states: { a: { invoke: { src: 'work', id: 'work', onDone: 'a', onError: 'stuck' } }, stuck: {} },
  });
  const { stuck } = await exploreMachine(machine, alphabet);
  expect(stuck).toEqual(['["stuck","active",null]']);
});
