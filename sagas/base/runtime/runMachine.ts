/**
 * The bridge between pure statecharts and sagas.
 *
 * XState computes, this saga interprets: a transition returns the next snapshot and a list of inert actions. An invoke
 * forks the service saga of that name, leaving the state cancels it, `after` is a delay through the clock, a named
 * action is a call. There is one scheduler and one mailbox, so everything that happens is an effect.
 */
import { buffers, channel, type Channel, type SagaIterator, type Task } from 'redux-saga';
import { initialTransition, transition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { call, cancel, fork, getContext, put, take, type SagaGenerator } from './effects';
import { forwardAll, type Forward } from './forward';
import { accepts, machineMoved, machineRejected, project } from './machines.slice';
import type { Actions, MachineEvent, MachineInput, MachineOutput, Services } from './runMachine.types';

export interface RunMachineOptions<M extends AnyStateMachine> {
  /** Key of the projection in the store. */
  readonly name: string;
  readonly machine: M;
  readonly input: MachineInput<M>;
  readonly services: Services<M>;
  readonly actions: Actions<M>;
  /** Store actions that reach the machine as events while it runs. */
  readonly forwards?: readonly Forward<MachineEvent<M>>[];
  /** Another source of events, made by `machineInbox`; closing it ends the machine. */
  readonly inbox?: Channel<MachineEvent<M>>;
  /** Waits that many milliseconds; cancelled with its timer. */
  readonly delay: (ms: number) => SagaIterator<unknown>;
  /** Throws on an event that the state does not name, instead of only reporting it. */
  readonly strict?: boolean;
}

/**
 * Called for every step if the saga context has it as `machineWatch`; `before` and `event` are null for the first
 * state.
 */
export type MachineWatch = (
  name: string,
  machine: AnyStateMachine,
  before: AnyMachineSnapshot | null,
  event: { readonly type: string } | null,
  after: AnyMachineSnapshot,
) => void;

/** Buffers events while the machine is busy. */
export function machineInbox<M extends AnyStateMachine>(): Channel<MachineEvent<M>> {
  return channel<MachineEvent<M>>(buffers.expanding<MachineEvent<M>>(8));
}

/** Events of the machine's own services and timers, with the task that sent them. */
interface Report {
  readonly key: string;
  readonly run: number;
  readonly event: { readonly type: string };
}

const isReport = (mail: object): mail is Report => 'run' in mail;

/** An inert action as returned by `transition`. */
interface InertAction {
  readonly type: string;
  readonly params: unknown;
}

interface Run {
  readonly run: number;
  readonly task: Task;
}

/**
 * Runs the machine to its final state and returns its output. Cancelling it cancels all its work.
 * @throws what the machine, an action or a service without `onError` throws
 */
export function* runMachine<M extends AnyStateMachine>(options: RunMachineOptions<M>): SagaGenerator<MachineOutput<M>> {
  const { name, machine, delay, inbox = machineInbox<M>(), forwards = [] } = options;
  const services = options.services as Readonly<Record<string, (input: unknown) => SagaIterator<unknown>>>;
  const actions = options.actions as Readonly<Record<string, ((params: unknown) => SagaIterator<void>) | undefined>>;
  const mailbox = inbox as Channel<object>;
  const running = new Map<string, Run>();
  let forwarding: readonly Task[] = [];
  let runs = 0;

  function* start(key: string, work: (report: (event: Report['event']) => Report, key: string) => SagaIterator<void>) {
    const run = ++runs;
    // The key is for tapes, which distinguish the services by it.
    const task: Task = yield* fork(work, (event: Report['event']) => ({ key, run, event }), key);
    running.set(key, { run, task });
  }

  function* stop(key: string) {
    const current = running.get(key);
    running.delete(key);
    if (current) yield* cancel(current.task);
  }

  function* invoke(id: string, src: string, input: unknown) {
    const service = services[src];
    if (!service) throw new Error(`Machine ${name}: there is no service "${src}".`);
    yield* start(id, function* invoked(report) {
      let event: Report['event'];
      try {
        const output: unknown = yield* call(service, input);
        event = { type: `xstate.done.actor.${id}`, output, actorId: id } as Report['event'];
      } catch (error) {
        event = { type: `xstate.error.actor.${id}`, error, actorId: id } as Report['event'];
      }
      yield* put(mailbox, report(event));
    });
  }

  function* schedule(id: string, event: Report['event'], ms: number) {
    yield* start(id, function* timer(report) {
      yield* call(delay, ms);
      yield* put(mailbox, report(event));
    });
  }

  function* execute(action: InertAction): SagaGenerator<void> {
    switch (action.type) {
      case 'xstate.spawnChild': {
        const { id, src, input } = action.params as { id: string; src: string; input: unknown };
        return yield* invoke(id, src, input);
      }
      case 'xstate.stopChild': {
        const child = action.params as string | { id: string };
        return yield* stop(typeof child === 'string' ? child : child.id);
      }
      case 'xstate.raise': {
        const { id, event, delay: ms } = action.params as { id: string; event: Report['event']; delay: number };
        return yield* schedule(id, event, ms);
      }
      case 'xstate.cancel':
        return yield* stop((action.params as { sendId: string }).sendId);
      default: {
        const run = actions[action.type];
        if (!run) throw new Error(`Machine ${name}: there is no action "${action.type}".`);
        yield* call(run, action.params);
      }
    }
  }

  function* settle(snapshot: AnyMachineSnapshot, pending: readonly InertAction[], event: string) {
    yield* put(machineMoved({ machine: name, event, projection: project(snapshot) }));
    for (const action of pending) yield* execute(action);
  }

  try {
    forwarding = yield* forwardAll(inbox, forwards);
    const watch = yield* getContext<MachineWatch | undefined>('machineWatch');
    let [snapshot, pending] = initialTransition<AnyStateMachine>(machine, options.input);
    watch?.(name, machine, null, null, snapshot);
    yield* settle(snapshot, pending, 'xstate.init');
    while (snapshot.status === 'active') {
      const mail: object = yield* take(mailbox);
      let event: { readonly type: string };
      if (isReport(mail)) {
        // Reports of cancelled work are ignored.
        if (running.get(mail.key)?.run !== mail.run) continue;
        running.delete(mail.key);
        event = mail.event;
      } else {
        event = mail as { readonly type: string };
      }
      if (!accepts(snapshot, event)) {
        refuseFault(name, event);
        yield* put(machineRejected({ machine: name, event: event.type, state: snapshot.value }));
        if (options.strict)
          throw new Error(`Machine ${name} does not take ${event.type} in ${JSON.stringify(snapshot.value)}.`);
        continue;
      }
      const before = snapshot;
      [snapshot, pending] = transition<AnyStateMachine>(machine, snapshot, event);
      watch?.(name, machine, before, event, snapshot);
      yield* settle(snapshot, pending, event.type);
    }
    if (snapshot.status === 'error') throw snapshot.error;
    return snapshot.output as MachineOutput<M>;
  } finally {
    // A running fork would keep this saga, and its caller, from returning.
    for (const key of [...running.keys()]) yield* stop(key);
    yield* cancel([...forwarding]);
  }
}

/** An error that the machine does not handle is a bug and must not be swallowed. */
function refuseFault(name: string, event: { readonly type: string; readonly error?: unknown }): void {
  if (!event.type.startsWith('xstate.error.')) return;
  throw event.error instanceof Error ? event.error : new Error(`Machine ${name}: ${event.type}`);
}
