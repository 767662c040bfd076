import createSagaMiddleware from 'redux-saga';
import { configureStore, createAction } from '@reduxjs/toolkit';
import { assign, setup } from 'xstate';
import { service } from '../../machines/service';
import { call, put, type SagaGenerator } from '../../sagas/base/runtime/effects';
import { forward } from '../../sagas/base/runtime/forward';
import { machineRejected, machinesReducer } from '../../sagas/base/runtime/machines.slice';
import { machineInbox, runMachine, type RunMachineOptions } from '../../sagas/base/runtime/runMachine';
import { createVirtualClock, settle } from '../support/virtualClock';
import { watchActions } from '../support/watchActions';

type Event = { type: 'GO' } | { type: 'STOP' } | { type: 'AGAIN' } | { type: 'NUDGE' } | { type: 'FINISH' };

const lamp = setup({
  types: {
    context: {} as { readonly seen: readonly string[]; readonly wait: number },
    events: {} as Event,
    input: {} as { readonly wait: number },
    output: {} as string,
  },
  actors: { work: service<{ readonly n: number }, string>(), watch: service<void, void>() },
  actions: { note: (_, _params: { readonly text: string }) => {} },
  delays: { patience: ({ context }) => context.wait },
}).createMachine({
  id: 'lamp',
  context: ({ input }) => ({ seen: [], wait: input.wait }),
  initial: 'off',
  output: ({ context }) => context.seen.join(','),
  on: { NUDGE: {} },
  states: {
    off: { on: { GO: 'working', FINISH: 'over' } },
    working: {
      entry: { type: 'note', params: { text: 'working' } },
      invoke: {
        src: 'work',
        id: 'work',
        input: { n: 7 },
        onDone: { target: 'off', actions: assign({ seen: ({ context, event }) => [...context.seen, event.output] }) },
        onError: { target: 'off', actions: assign({ seen: ({ context }) => [...context.seen, 'failed'] }) },
      },
      after: { patience: 'tired' },
      on: { STOP: 'off', AGAIN: { target: 'working', reenter: true } },
    },
    tired: { invoke: { src: 'watch', id: 'watch' }, on: { STOP: 'off', FINISH: 'over' } },
    over: { type: 'final' },
  },
});

type Lamp = typeof lamp;

function bench(options: { readonly strict?: boolean; readonly name?: string } = {}) {
  const clock = createVirtualClock();
  const log: string[] = [];
  const rejected: string[] = [];
  const held: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const faults: Error[] = [];
  const inbox = machineInbox<Lamp>();
  const sagas = createSagaMiddleware({ onError: (error) => faults.push(error) });
  const store = configureStore({
    reducer: { machines: machinesReducer },
    middleware: (defaults) =>
      // The duration of the check on a busy machine is irrelevant here.
      defaults({ thunk: false, immutableCheck: false }).concat(
        sagas,
        watchActions((action) => {
          if (machineRejected.match(action))
            rejected.push(`${action.payload.event} in ${JSON.stringify(action.payload.state)}`);
        }),
      ),
  });
  const base: RunMachineOptions<Lamp> = {
    name: options.name ?? 'lamp',
    machine: lamp,
    input: { wait: 50 },
    inbox,
    ...(options.strict === undefined ? {} : { strict: options.strict }),
    delay: (ms) => call(clock.delay, ms),
    services: {
      *work({ n }) {
        log.push(`work starts with ${n}`);
        try {
          return yield* call(() => new Promise<string>((resolve, reject) => held.push({ resolve, reject })));
        } finally {
          log.push('work ends');
        }
      },
      *watch() {},
    },
    actions: {
      *note({ text }) {
        log.push(`note ${text}`);
      },
    },
  };
  const run = (overrides: Partial<RunMachineOptions<Lamp>> = {}) =>
    sagas.run(function* (): SagaGenerator<string> {
      return yield* call(runMachine<Lamp>, { ...base, ...overrides });
    });
  const send = (event: Event) =>
    sagas.run(function* () {
      yield* put(inbox, event);
    });
  const state = (name = 'lamp') => store.getState().machines[name];
  return { clock, log, rejected, held, faults, inbox, store, sagas, run, send, state, base };
}

describe('runMachine: a statechart interpreted by sagas', () => {
  it('publishes the first state, with the events that are possible in it', () => {
    const { run, state } = bench();
    run();
    expect(state()).toEqual({
      value: 'off',
      context: { seen: [], wait: 50 },
      tags: [],
      can: ['GO', 'FINISH', 'NUDGE'],
      status: 'active',
    });
  });

  it('forks the service of an invoke and turns its result into an event', async () => {
    const { run, send, held, state, log } = bench();
    run();
    send({ type: 'GO' });
    expect(log).toEqual(['note working', 'work starts with 7']);
    held[0]!.resolve('done');
    await settle();
    expect(state()).toMatchObject({ value: 'off', context: { seen: ['done'] } });
  });

  it('turns the error of a service into an event, without ending the machine', async () => {
    const { run, send, held, state, faults } = bench();
    run();
    send({ type: 'GO' });
    held[0]!.reject(new Error('no'));
    await settle();
    expect(state()).toMatchObject({ value: 'off', context: { seen: ['failed'] } });
    expect(faults).toEqual([]);
  });

  it('cancels the service when its state is left, and ignores its result', async () => {
    const { run, send, held, state, log } = bench();
    run();
    send({ type: 'GO' });
    send({ type: 'STOP' });
    expect(log).toEqual(['note working', 'work starts with 7', 'work ends']);
    held[0]!.resolve('too late');
    await settle();
    expect(state()).toMatchObject({ value: 'off', context: { seen: [] } });
  });

  it('on re-entry restarts the service and the timer, and takes the result of the new one only', async () => {
    const { run, send, held, state, clock } = bench();
    run();
    send({ type: 'GO' });
    await clock.advance(40);
    send({ type: 'AGAIN' });
    held[0]!.resolve('old');
    await clock.advance(40);
    expect(state()).toMatchObject({ value: 'working', context: { seen: [] } });
    held[1]!.resolve('new');
    await settle();
    expect(state()).toMatchObject({ value: 'off', context: { seen: ['new'] } });
  });

  it('schedules delays on the clock port and cancels them when the state is left', async () => {
    const { run, send, state, clock } = bench();
    run();
    send({ type: 'GO' });
    await clock.advance(49);
    expect(state()?.value).toBe('working');
    await clock.advance(1);
    expect(state()?.value).toBe('tired');
    send({ type: 'STOP' });
    send({ type: 'GO' });
    send({ type: 'STOP' });
    expect(clock.next()).toBeNull();
  });

  it('a service that ends synchronously still counts', () => {
    const { run, send, state } = bench();
    run({
      services: {
        *work() {
          return 'at once';
        },
        *watch() {},
      },
    });
    send({ type: 'GO' });
    expect(state()).toMatchObject({ value: 'off', context: { seen: ['at once'] } });
  });

  it('reports an event that the state does not handle and continues', () => {
    const { run, send, rejected, state } = bench();
    run();
    send({ type: 'STOP' });
    expect(rejected).toEqual(['STOP in "off"']);
    send({ type: 'GO' });
    expect(state()?.value).toBe('working');
  });

  it('throws on an unknown event in strict mode', () => {
    const { run, send, faults } = bench({ strict: true });
    run();
    send({ type: 'STOP' });
    expect(faults.map(String)).toEqual(['Error: Machine lamp does not take STOP in "off".']);
  });

  it('an event with an empty transition is handled and changes nothing', () => {
    const { run, send, rejected, state } = bench({ strict: true });
    run();
    send({ type: 'NUDGE' });
    expect(rejected).toEqual([]);
    expect(state()?.value).toBe('off');
  });

  it('ends with the output of the final state and leaves nothing running', async () => {
    const { run, send, clock } = bench();
    const task = run();
    send({ type: 'GO' });
    await clock.advance(50);
    send({ type: 'FINISH' });
    expect(task.isRunning()).toBe(false);
    expect(task.result()).toBe('');
    expect(clock.next()).toBeNull();
  });

  it('ends when its inbox is closed, and cancels its work', () => {
    const { run, send, inbox, log, clock } = bench();
    const task = run();
    send({ type: 'GO' });
    inbox.close();
    expect(task.isRunning()).toBe(false);
    expect(log.at(-1)).toBe('work ends');
    expect(clock.next()).toBeNull();
  });

  it('is cancelled with its services and timers', () => {
    const { run, send, log, clock } = bench();
    const task = run();
    send({ type: 'GO' });
    task.cancel();
    expect(log.at(-1)).toBe('work ends');
    expect(clock.next()).toBeNull();
  });

  it('does not swallow the error of a service the machine has no onError for', () => {
    const { run, send, faults, clock } = bench();
    run({
      services: {
        *work() {
          return yield* call(() => new Promise<string>(() => {}));
        },
        *watch() {
          throw new Error('no one listens');
        },
      },
    });
    send({ type: 'GO' });
    return clock.advance(50).then(() => expect(faults.map(String)).toEqual(['Error: no one listens']));
  });

  it('throws on a missing action', () => {
    const { run, send, faults } = bench();
    run({ actions: {} });
    send({ type: 'GO' });
    expect(faults.map(String)).toEqual(['Error: Machine lamp: there is no action "note".']);
  });

  it("two machines side by side do not receive each other's events", async () => {
    const { run, send, state, sagas, held } = bench();
    const other = machineInbox<Lamp>();
    run();
    run({ name: 'second', inbox: other });
    send({ type: 'GO' });
    expect([state()?.value, state('second')?.value]).toEqual(['working', 'off']);
    sagas.run(function* () {
      yield* put(other, { type: 'GO' } as Event);
    });
    held[1]!.resolve('second');
    await settle();
    expect([state()?.value, state('second')?.context]).toEqual(['working', { seen: ['second'], wait: 50 }]);
  });

  it('loses no event that arrives while it is busy', () => {
    const { run, send, state } = bench();
    let busy = false;
    run({
      actions: {
        *note() {
          if (busy) return;
          busy = true;
          send({ type: 'STOP' });
          send({ type: 'GO' });
          send({ type: 'STOP' });
          send({ type: 'FINISH' });
        },
      },
    });
    send({ type: 'GO' });
    expect(state()?.value).toBe('over');
  });

  it('takes the listed actions for as long as it runs', () => {
    const { run, state, store, sagas } = bench();
    const go = createAction('go');
    const finish = createAction('finish');
    run({ forwards: [forward(go, () => ({ type: 'GO' })), forward(finish, () => ({ type: 'FINISH' }))] });
    const caller = sagas.run(function* () {
      return `and then ${yield* call(runMachine<Lamp>, { ...bench().base, name: 'inner', forwards: [forward(finish, (): Event => ({ type: 'FINISH' }))] })}`;
    });
    store.dispatch(go());
    expect(state()?.value).toBe('working');
    store.dispatch(finish());
    expect([caller.isRunning(), caller.result()]).toEqual([false, 'and then ']);
  });

  it('does not compile without a service the machine names', () => {
    const { base } = bench();
    // @ts-expect-error -- `watch` is missing
    const services: RunMachineOptions<Lamp>['services'] = { work: base.services.work };
    expect(Object.keys(services)).toEqual(['work']);
  });
});
