/** A statechart without sagas: each step is a pure transition, and the test decides about services and timers. */
import {
  initialTransition,
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  type InputFrom,
} from 'xstate';

export interface MachineEvent {
  readonly type: string;
}

export type Step =
  | { readonly kind: 'event'; readonly event: MachineEvent }
  | { readonly kind: 'outcome'; readonly id: string; readonly src: string; readonly outcome: unknown }
  | { readonly kind: 'time' };

/** A snapshot with the services and timers that run in it. */
export interface Shadow {
  readonly snapshot: AnyMachineSnapshot;
  /** From the id of an invocation to its source. */
  readonly invoked: ReadonlyMap<string, string>;
  readonly timers: readonly { readonly id: string; readonly event: MachineEvent; readonly delay: number }[];
}

export interface InertAction {
  readonly type: string;
  readonly exec?: unknown;
  readonly params: Readonly<Record<string, unknown>> & { readonly id: string };
}

export function follow(
  before: Shadow | null,
  [snapshot, actions]: readonly [AnyMachineSnapshot, readonly unknown[]],
): Shadow {
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

export function eventOf(step: Step, shadow: Shadow): MachineEvent {
  if (step.kind === 'event') return step.event;
  if (step.kind === 'time') return shadow.timers[0]!.event;
  return step.outcome instanceof Error
    ? ({ type: `xstate.error.actor.${step.id}`, error: step.outcome, actorId: step.id } as MachineEvent)
    : ({ type: `xstate.done.actor.${step.id}`, output: step.outcome, actorId: step.id } as MachineEvent);
}

/** The shadow without the service or timer that this step has used. */
export function spent(shadow: Shadow, step: Step): Shadow {
  if (step.kind === 'time') return { ...shadow, timers: shadow.timers.slice(1) };
  if (step.kind === 'event') return shadow;
  return { ...shadow, invoked: new Map([...shadow.invoked].filter(([id]) => id !== step.id)) };
}

/** Drives one machine step by step; `actions` and `started` are those of the last step. */
export function drive<M extends AnyStateMachine>(machine: M, input: InputFrom<M>) {
  let shadow: Shadow;
  let inert: readonly InertAction[];
  const settle = (before: Shadow | null, next: readonly [AnyMachineSnapshot, readonly unknown[]]) => {
    shadow = follow(before, next);
    inert = next[1] as readonly InertAction[];
  };
  settle(null, initialTransition(machine as AnyStateMachine, input) as never);
  const take = (step: Step) =>
    settle(
      spent(shadow, step),
      transition(machine as AnyStateMachine, shadow.snapshot, eventOf(step, shadow)) as never,
    );
  const run = {
    send(...events: readonly EventFromLogic<M>[]) {
      for (const event of events) take({ kind: 'event', event });
      return run;
    },
    /** The running service with this source answers; an Error is a failure. */
    answer(src: string, outcome?: unknown) {
      const found = [...shadow.invoked].find(([, source]) => source === src);
      if (found === undefined) throw new Error(`${src} is not running in ${JSON.stringify(shadow.snapshot.value)}.`);
      take({ kind: 'outcome', id: found[0], src, outcome });
      return run;
    },
    /** Fires the oldest timer and returns its duration in milliseconds. */
    wait(): number {
      const timer = shadow.timers[0];
      if (timer === undefined) throw new Error(`Nothing waits in ${JSON.stringify(shadow.snapshot.value)}.`);
      take({ kind: 'time' });
      return timer.delay;
    },
    get value(): unknown {
      return shadow.snapshot.value;
    },
    get context(): ContextFrom<M> {
      return shadow.snapshot.context as ContextFrom<M>;
    },
    get tags(): readonly string[] {
      return [...shadow.snapshot.tags];
    },
    get running(): readonly string[] {
      return [...shadow.invoked.values()];
    },
    /** The named actions of the last step with their parameters. */
    get actions(): readonly (readonly [string, unknown])[] {
      return inert.filter(({ type }) => !type.startsWith('xstate.')).map(({ type, params }) => [type, params] as const);
    },
    /** The services that the last step began, with their input. */
    get started(): readonly (readonly [string, unknown])[] {
      return inert
        .filter(({ type }) => type === 'xstate.spawnChild')
        .map(({ params }) => [params['src'] as string, params['input']] as const);
    },
  };
  return run;
}
