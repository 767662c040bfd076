import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { getNextTransitions, type AnyMachineSnapshot } from 'xstate';

/** A machine's projection in the store: plain data. */
export interface MachineProjection<Context = unknown> {
  readonly value: unknown;
  readonly context: Context;
  readonly tags: readonly string[];
  /** The events that are accepted in this state, ignoring guards. */
  readonly can: readonly string[];
  readonly status: 'active' | 'done';
}

/** What the store keeps of a snapshot. */
export function project(snapshot: AnyMachineSnapshot): MachineProjection {
  const events = getNextTransitions(snapshot).map((transition) => transition.eventType);
  return {
    value: snapshot.value,
    context: snapshot.context,
    tags: [...snapshot.tags],
    can: [...new Set(events.filter((type) => !type.startsWith('xstate.')))],
    status: snapshot.status === 'active' ? 'active' : 'done',
  };
}

/**
 * Whether the state names this event. XState silently ignores others; an event with an empty transition is accepted and
 * changes nothing, which is different.
 */
export function accepts(snapshot: AnyMachineSnapshot, event: { readonly type: string }): boolean {
  const named = getNextTransitions(snapshot).filter((transition) => transition.eventType === event.type);
  return named.some((transition) => transition.guard === undefined) || (named.length > 0 && snapshot.can(event));
}

/** The last projection of each machine that runs or ran. */
export type MachinesState = Readonly<Record<string, MachineProjection>>;

interface Moved {
  readonly machine: string;
  /** The type of the event that led here; `xstate.init` for the first state. */
  readonly event: string;
  readonly projection: MachineProjection;
}

interface Rejected {
  readonly machine: string;
  readonly event: string;
  readonly state: unknown;
}

export const machineMoved = createAction<Moved>('machines/machineMoved');
/** An event that the machine's state does not name; it was ignored. */
export const machineRejected = createAction<Rejected>('machines/machineRejected');

/** The part of the store that the selectors of machines read. */
export interface WithMachines {
  readonly machines: MachinesState;
}

/** Selects the projection of one machine; undefined before its first run. */
export const machineSelector =
  <Context>(name: string) =>
  (state: WithMachines) =>
    state.machines[name] as MachineProjection<Context> | undefined;

const NONE: MachinesState = {};

/** Not a slice, which would add Immer to the sign-in page for one spread. */
export function machinesReducer(state: MachinesState = NONE, action: UnknownAction): MachinesState {
  if (!machineMoved.match(action)) return state;
  const { machine, projection } = action.payload;
  return { ...state, [machine]: projection };
}
