/**
 * Walks a statechart through everything it can do: each event, each outcome of each service, each timer, breadth first,
 * every path run from the start through the real runMachine with held promises and a virtual clock. A shadow computed
 * by pure transitions runs beside it, tells which transition fired, and must agree with the store after every step.
 */
import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { initialTransition, transition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { call, put } from '../../sagas/effects';
import { machineRejected, machinesReducer } from '../../sagas/machine/machines.slice';
import { accepts, project, type MachineProjection } from '../../sagas/machine/projection';
import { machineInbox, runMachine } from '../../sagas/machine/runMachine';
import { watchActions } from './watchActions';
import { createVirtualClock, settle } from './virtualClock';

interface MachineEvent {
  readonly type: string;
}

export interface Alphabet {
  readonly input: unknown;
  readonly events: readonly MachineEvent[];
  /** For each service the answers worth trying; an Error is thrown, anything else returned. */
  readonly outcomes: Readonly<Record<string, readonly unknown[]>>;
  /** Names of the machine's actions that sagas do. */
  readonly actions: readonly string[];
  /** What tells two configurations apart beside the state value. */
  readonly facet: (context: never) => unknown;
}

type Step =
  | { readonly kind: 'event'; readonly event: MachineEvent }
  | { readonly kind: 'outcome'; readonly id: string; readonly src: string; readonly outcome: unknown }
  | { readonly kind: 'time' };

interface Shadow {
  readonly snapshot: AnyMachineSnapshot;
  readonly invoked: ReadonlyMap<string, string>;
  readonly timers: readonly { readonly id: string; readonly event: MachineEvent; readonly delay: number }[];
}

export interface Exploration {
  readonly fired: ReadonlySet<string>;
  readonly all: readonly string[];
  readonly configurations: number;
  readonly steps: number;
  /** Configurations from which the machine can neither end nor come back to its start. */
  readonly stuck: readonly string[];
}

interface InertAction {
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>> & { readonly id: string };
}

function follow(before: Shadow | null, [snapshot, actions]: readonly [AnyMachineSnapshot, readonly unknown[]]): Shadow {
  const invoked = new Map(before?.invoked);
  let timers = [...(before?.timers ?? [])];
  for (const { type, params } of actions as readonly InertAction[]) {
    if (type === 'xstate.spawnChild') invoked.set(params.id, params['src'] as string);
    if (type === 'xstate.stopChild') invoked.delete(params.id);
    if (type === 'xstate.raise')
      timers.push({ id: params.id, event: params['event'] as MachineEvent, delay: params['delay'] as number });
    if (type === 'xstate.cancel') timers = timers.filter(({ id }) => id !== params['sendId']);
  }
  return { snapshot, invoked, timers };
}

function eventOf(step: Step, shadow: Shadow): MachineEvent {
  if (step.kind === 'event') return step.event;
  if (step.kind === 'time') return shadow.timers[0]!.event;
  return step.outcome instanceof Error
    ? ({ type: `xstate.error.actor.${step.id}`, error: step.outcome, actorId: step.id } as MachineEvent)
    : ({ type: `xstate.done.actor.${step.id}`, output: step.outcome, actorId: step.id } as MachineEvent);
}

function advance(machine: AnyStateMachine, shadow: Shadow, step: Step): Shadow {
  const spent: Shadow =
    step.kind === 'time'
      ? { ...shadow, timers: shadow.timers.slice(1) }
      : step.kind === 'outcome'
        ? { ...shadow, invoked: new Map([...shadow.invoked].filter(([id]) => id !== step.id)) }
        : shadow;
  return follow(spent, transition(machine, shadow.snapshot, eventOf(step, shadow)) as never);
}

/** The same machine in a store of its own, driven step by step. */
function harness(machine: AnyStateMachine, alphabet: Alphabet) {
  const clock = createVirtualClock();
  const held = new Map<string, (outcome: unknown) => void>();
  const rejected: string[] = [];
  const inbox = machineInbox<AnyStateMachine>();
  const faults: Error[] = [];
  const sagas = createSagaMiddleware({ onError: (error) => faults.push(error) });
  const store = configureStore({
    reducer: { machines: machinesReducer },
    middleware: (defaults) =>
      defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(
        sagas,
        watchActions((action) => {
          if (machineRejected.match(action)) rejected.push(action.payload.event);
        }),
      ),
  });
  const services = Object.fromEntries(
    Object.keys(alphabet.outcomes).map((src) => [
      src,
      function* (): Generator<unknown, unknown> {
        const hold = () =>
          new Promise((resolve, reject) =>
            held.set(src, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))),
          );
        return yield* call(hold);
      },
    ]),
  );
  const actions = Object.fromEntries(alphabet.actions.map((name) => [name, function* () {}]));
  sagas.run(runMachine<AnyStateMachine>, {
    name: 'explored',
    machine,
    input: alphabet.input,
    inbox,
    delay: (ms) => call(clock.delay, ms) as never,
    services: services as never,
    actions: actions as never,
  });
  const send = (event: MachineEvent) =>
    sagas.run(function* () {
      yield* put(inbox, event as never);
    });
  return {
    rejected,
    faults,
    send,
    projection: () => store.getState().machines['explored'] as MachineProjection,
    async take(step: Step) {
      if (step.kind === 'event') send(step.event);
      else if (step.kind === 'outcome') held.get(step.src)!(step.outcome);
      else await clock.advance(clock.next()!);
      await settle();
    },
  };
}

const comparable = (projection: MachineProjection) => JSON.stringify(projection);

function options(alphabet: Alphabet, shadow: Shadow): Step[] {
  if (shadow.snapshot.status !== 'active') return [];
  return [
    ...alphabet.events
      .filter((event) => accepts(shadow.snapshot, event))
      .map((event): Step => ({ kind: 'event', event })),
    ...[...shadow.invoked].flatMap(([id, src]) =>
      alphabet.outcomes[src]!.map((outcome): Step => ({ kind: 'outcome', id, src, outcome })),
    ),
    ...(shadow.timers.length > 0 ? [{ kind: 'time' } as const] : []),
  ];
}

interface Transition {
  readonly eventType: string;
  readonly source: { readonly id: string };
  readonly target?: readonly { readonly id: string }[] | undefined;
}
interface StateNode {
  readonly transitions: ReadonlyMap<string, readonly Transition[]>;
  readonly states: Readonly<Record<string, StateNode>>;
}

const label = (transition: Transition, index: number) =>
  `${transition.source.id} · ${transition.eventType} #${index} → ${(transition.target ?? []).map(({ id }) => id).join('+') || 'nowhere'}`;

function allTransitions(node: StateNode): Map<Transition, string> {
  const found = new Map<Transition, string>();
  for (const list of node.transitions.values()) list.forEach((one, index) => found.set(one, label(one, index)));
  for (const child of Object.values(node.states)) for (const [one, name] of allTransitions(child)) found.set(one, name);
  return found;
}

export async function exploreMachine(machine: AnyStateMachine, alphabet: Alphabet): Promise<Exploration> {
  const labels = allTransitions(machine.root);
  const key = ({ snapshot }: Shadow) =>
    JSON.stringify([snapshot.value, snapshot.status, alphabet.facet(snapshot.context as never)]);
  const first = follow(null, initialTransition(machine, alphabet.input) as never);
  const fired = new Set<string>();
  const edges = new Map<string, Set<string>>([[key(first), new Set()]]);
  const queue: { readonly path: readonly Step[]; readonly shadow: Shadow }[] = [{ path: [], shadow: first }];
  let steps = 0;

  for (let at = 0; at < queue.length; at++) {
    const { path, shadow } = queue[at]!;
    for (const step of options(alphabet, shadow)) {
      const enabled = machine.getTransitionData(
        shadow.snapshot as never,
        eventOf(step, shadow),
      ) as readonly Transition[];
      for (const one of enabled) fired.add(labels.get(one) ?? `unlisted ${one.eventType}`);
      const after = advance(machine, shadow, step);
      const real = harness(machine, alphabet);
      for (const taken of [...path, step]) await real.take(taken);
      steps++;
      if (real.faults.length > 0) throw real.faults[0]!;
      if (comparable(real.projection()) !== comparable(project(after.snapshot)))
        throw new Error(
          `After ${JSON.stringify([...path, step])}\nthe store says ${comparable(real.projection())}\nthe statechart ${comparable(project(after.snapshot))}`,
        );
      edges.get(key(shadow))!.add(key(after));
      if (!edges.has(key(after))) {
        edges.set(key(after), new Set());
        queue.push({ path: [...path, step], shadow: after });
        await refusesTheRest(machine, alphabet, [...path, step], after);
      }
    }
  }
  const home = new Set([key(first), ...[...edges.keys()].filter((name) => name.includes('"done"'))]);
  return {
    fired,
    all: [...labels.values()],
    configurations: edges.size,
    steps,
    stuck: [...edges.keys()].filter((name) => !reaches(edges, name, home)),
  };
}

/** Every event without a word in this configuration is reported and changes nothing. */
async function refusesTheRest(machine: AnyStateMachine, alphabet: Alphabet, path: readonly Step[], shadow: Shadow) {
  if (shadow.snapshot.status !== 'active') return;
  const unknown = alphabet.events.filter((event) => !accepts(shadow.snapshot, event));
  const real = harness(machine, alphabet);
  for (const step of path) await real.take(step);
  const before = comparable(real.projection());
  for (const event of unknown) real.send(event);
  const missing = unknown.filter(({ type }) => !real.rejected.includes(type));
  if (missing.length > 0 || comparable(real.projection()) !== before)
    throw new Error(
      `In ${JSON.stringify(shadow.snapshot.value)} these events were not refused: ${JSON.stringify(missing)}`,
    );
}

function reaches(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string, goals: ReadonlySet<string>): boolean {
  const seen = new Set([from]);
  const queue = [from];
  for (let at = 0; at < queue.length; at++) {
    if (goals.has(queue[at]!)) return true;
    for (const next of edges.get(queue[at]!) ?? []) {
      if (!seen.has(next)) {
        seen.add(next);
        queue.push(next);
      }
    }
  }
  return false;
}
