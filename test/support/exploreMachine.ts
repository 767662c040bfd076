/**
 * Walks a statechart through everything it can do: each event, each outcome of each service, each timer, breadth first,
 * every path run from the start through the real runMachine with held promises and a virtual clock. A shadow computed
 * by pure transitions runs beside it, reports which transition fired and what each guard decided, and must agree with
 * the store after every step.
 */
import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { initialTransition, transition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { call, put } from '../../sagas/base/runtime/effects';
import {
  accepts,
  machineRejected,
  machinesReducer,
  project,
  type MachineProjection,
} from '../../sagas/base/runtime/machines.slice';
import { machineInbox, runMachine } from '../../sagas/base/runtime/runMachine';
import { eventOf, follow, spent, type InertAction, type MachineEvent, type Shadow, type Step } from './pureMachine';
import { createVirtualClock, settle } from './virtualClock';
import { watchActions } from './watchActions';

export interface Alphabet {
  readonly input: unknown;
  readonly events: readonly MachineEvent[];
  /** Outcomes of each service to try; an Error is thrown, anything else returned. */
  readonly outcomes: Readonly<Record<string, readonly unknown[]>>;
  /** Names of the machine's actions that sagas run. */
  readonly actions: readonly string[];
  /** Distinguishes configurations with the same state value. */
  readonly facet: (context: never) => unknown;
}

export interface Exploration {
  readonly fired: ReadonlySet<string>;
  readonly all: readonly string[];
  /** Transitions whose guard refused at least once. */
  readonly refused: ReadonlySet<string>;
  /** Transitions that have a guard. */
  readonly guarded: readonly string[];
  readonly configurations: number;
  readonly steps: number;
  /** Configurations from which the machine can neither end nor return to its start. */
  readonly stuck: readonly string[];
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

interface GuardArgs {
  readonly context: unknown;
  readonly event: unknown;
}
type Guard = (args: GuardArgs, params: unknown) => boolean;
interface NamedGuard {
  readonly type: string;
  readonly params?: unknown;
}
interface Transition {
  readonly eventType: string;
  readonly source: { readonly id: string };
  readonly target?: readonly { readonly id: string }[] | undefined;
  guard?: Guard | string | NamedGuard | undefined;
  actions: readonly unknown[];
}
interface StateNode {
  readonly transitions: ReadonlyMap<string, readonly Transition[]>;
  readonly always?: readonly Transition[];
  readonly states: Readonly<Record<string, StateNode>>;
}

const label = (transition: Transition, index: number) =>
  `${transition.source.id} · ${transition.eventType || 'always'} #${index} → ${(transition.target ?? []).map(({ id }) => id).join('+') || 'nowhere'}`;

function allTransitions(node: StateNode): Map<Transition, string> {
  const found = new Map<Transition, string>();
  for (const list of [...node.transitions.values(), node.always ?? []])
    list.forEach((one, index) => found.set(one, label(one, index)));
  for (const child of Object.values(node.states)) for (const [one, name] of allTransitions(child)) found.set(one, name);
  return found;
}

/** A copy of the machine that records refusing guards and, by an action without effect, eventless transitions. */
function observed(original: AnyStateMachine) {
  const machine = original.provide({});
  const labels = allTransitions(machine.root as unknown as StateNode);
  const refused = new Set<string>();
  const guarded: string[] = [];
  const marks = new Map<unknown, string>();
  for (const [one, name] of labels) {
    if (one.guard !== undefined) {
      const decide = guardOf(machine, one.guard);
      guarded.push(name);
      one.guard = (args) => {
        const passes = decide(args);
        if (!passes) refused.add(name);
        return passes;
      };
    }
    if (one.eventType === '') {
      const mark = () => {};
      marks.set(mark, name);
      one.actions = [...one.actions, mark];
    }
  }
  return { machine, labels, refused, guarded, marks };
}

function guardOf(machine: AnyStateMachine, guard: Guard | string | NamedGuard): (args: GuardArgs) => boolean {
  if (typeof guard === 'function') return (args) => guard(args, undefined);
  const { type, params } = typeof guard === 'string' ? { type: guard } : guard;
  const named = machine.implementations.guards[type] as Guard | undefined;
  if (typeof named !== 'function') throw new Error(`The guard ${type} is not a function.`);
  return (args) => named(args, typeof params === 'function' ? params(args) : params);
}

/** Throws unless all transitions fired, all guards refused once, and every state can be left, in an exploration. */
export function assertComplete(...explorations: readonly Exploration[]): void {
  const fired = new Set(explorations.flatMap((one) => [...one.fired]));
  const refused = new Set(explorations.flatMap((one) => [...one.refused]));
  const missing = (names: readonly string[], seen: ReadonlySet<string>) => [
    ...new Set(names.filter((name) => !seen.has(name))),
  ];
  const gaps = {
    'transitions that never fired': missing(
      explorations.flatMap(({ all }) => all),
      fired,
    ),
    'guards that were never refused': missing(
      explorations.flatMap(({ guarded }) => guarded),
      refused,
    ),
    'configurations that cannot be left': explorations.flatMap(({ stuck }) => stuck),
  };
  for (const [what, names] of Object.entries(gaps))
    if (names.length > 0) throw new Error(`${what}:\n${names.join('\n')}`);
}

export async function exploreMachine(machine: AnyStateMachine, alphabet: Alphabet): Promise<Exploration> {
  const { machine: shadowMachine, labels, refused, guarded, marks } = observed(machine);
  const key = ({ snapshot }: Shadow) =>
    JSON.stringify([snapshot.value, snapshot.status, alphabet.facet(snapshot.context as never)]);
  const fired = new Set<string>();
  const step = (before: Shadow | null, next: readonly [AnyMachineSnapshot, readonly unknown[]]) => {
    for (const { exec } of next[1] as readonly InertAction[]) {
      const eventless = marks.get(exec);
      if (eventless !== undefined) fired.add(eventless);
    }
    return follow(before, next);
  };
  const first = step(null, initialTransition(shadowMachine, alphabet.input) as never);
  const edges = new Map<string, Set<string>>([[key(first), new Set()]]);
  const queue: { readonly path: readonly Step[]; readonly shadow: Shadow }[] = [{ path: [], shadow: first }];
  let steps = 0;
  await refusesTheRest(machine, alphabet, [], first);

  for (let at = 0; at < queue.length; at++) {
    const { path, shadow } = queue[at]!;
    for (const taken of options(alphabet, shadow)) {
      const event = eventOf(taken, shadow);
      const enabled = shadowMachine.getTransitionData(shadow.snapshot as never, event) as readonly Transition[];
      for (const one of enabled) fired.add(labels.get(one) ?? `unlisted ${one.eventType}`);
      const after = step(spent(shadow, taken), transition(shadowMachine, shadow.snapshot, event) as never);
      const real = harness(machine, alphabet);
      for (const each of [...path, taken]) await real.take(each);
      steps++;
      if (real.faults.length > 0) throw real.faults[0]!;
      if (comparable(real.projection()) !== comparable(project(after.snapshot)))
        throw new Error(
          `After ${JSON.stringify([...path, taken])}\nthe store says ${comparable(real.projection())}\nthe statechart ${comparable(project(after.snapshot))}`,
        );
      edges.get(key(shadow))!.add(key(after));
      if (!edges.has(key(after))) {
        edges.set(key(after), new Set());
        queue.push({ path: [...path, taken], shadow: after });
        await refusesTheRest(machine, alphabet, [...path, taken], after);
      }
    }
  }
  const home = new Set([key(first), ...[...edges.keys()].filter((name) => name.includes('"done"'))]);
  return {
    fired,
    all: [...labels.values()],
    refused,
    guarded,
    configurations: edges.size,
    steps,
    stuck: [...edges.keys()].filter((name) => !reaches(edges, name, home)),
  };
}

/** Every event that is not accepted in this configuration is reported and changes nothing. */
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
