/** The last projection of each machine that runs or ran. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { MachineProjection } from './projection';

export type MachinesState = Readonly<Record<string, MachineProjection>>;

interface Moved {
  readonly machine: string;
  /** The type of the event that moved it; `xstate.init` for the first state. */
  readonly event: string;
  readonly projection: MachineProjection;
}

interface Rejected {
  readonly machine: string;
  readonly event: string;
  readonly state: unknown;
}

export const machineMoved = createAction<Moved>('machines/machineMoved');
/** An event the machine has no word for in its state. Nothing happened, visibly. */
export const machineRejected = createAction<Rejected>('machines/machineRejected');

const NONE: MachinesState = {};

/** By hand: a slice would bring Immer into the sign-in page, for one spread. */
export function machinesReducer(state: MachinesState = NONE, action: UnknownAction): MachinesState {
  if (!machineMoved.match(action)) return state;
  const { machine, projection } = action.payload;
  return { ...state, [machine]: projection };
}
