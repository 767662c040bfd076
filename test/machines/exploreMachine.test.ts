/** The explorer itself: it must detect each kind of fault. */
import { setup } from 'xstate';
import { service } from '../../machines/service';
import { assertComplete, exploreMachine } from '../support/exploreMachine';

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

it('names an eventless transition that is never taken', async () => {
  const machine = setup({ types, actors }).createMachine({
    id: 'eventless',
    initial: 'a',
    states: {
      a: { on: { GO: 'b' } },
      b: { always: [{ guard: () => true, target: 'a' }, { target: 'c' }] },
      c: {},
    },
  });
  const explored = await exploreMachine(machine, alphabet);
  expect(() => assertComplete(explored)).toThrow(
    'transitions that never fired:\neventless.b · always #1 → eventless.c',
  );
});

describe('a guard', () => {
  const guarded = setup({
    types: { events: {} as { readonly type: 'GO'; readonly far: boolean } | { readonly type: 'BACK' } },
    actors,
    guards: { isFar: (_, { far }: { readonly far: boolean }) => far },
  }).createMachine({
    id: 'guarded',
    initial: 'a',
    states: {
      a: { on: { GO: { guard: { type: 'isFar', params: ({ event }) => event }, target: 'b' } } },
      b: { on: { BACK: 'a' } },
    },
  });
  const far = { type: 'GO', far: true };
  const near = { type: 'GO', far: false };

  it('that never refuses is reported', async () => {
    const explored = await exploreMachine(guarded, { ...alphabet, events: [far, { type: 'BACK' }] });
    expect(() => assertComplete(explored)).toThrow('guards that were never refused:\nguarded.a · GO #0 → guarded.b');
  });

  it('that refuses in the first state is accepted', async () => {
    assertComplete(await exploreMachine(guarded, { ...alphabet, events: [near, far, { type: 'BACK' }] }));
  });

  it('may refuse in one exploration and pass in another', async () => {
    const passed = await exploreMachine(guarded, { ...alphabet, events: [far, { type: 'BACK' }] });
    const refused = await exploreMachine(guarded, { ...alphabet, events: [near] });
    assertComplete(passed, refused);
  });
});

it('names a configuration that cannot be left', async () => {
  const machine = setup({ types, actors }).createMachine({
    id: 'trap',
    initial: 'a',
    states: { a: { invoke: { src: 'work', id: 'work', onDone: 'a', onError: 'stuck' } }, stuck: {} },
  });
  const explored = await exploreMachine(machine, alphabet);
  expect(explored.stuck).toEqual(['["stuck","active",null]']);
  expect(() => assertComplete(explored)).toThrow('configurations that cannot be left');
});
