import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
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

const initialState: MachinesState = {};

/** The last projection of each machine that runs or ran. */
export const machinesSlice = createSlice({
  name: 'machines',
  initialState,
  reducers: {
    machineMoved: (state, { payload }: PayloadAction<Moved>) => ({ ...state, [payload.machine]: payload.projection }),
    /** An event the machine has no word for in its state. Nothing happened, visibly. */
    machineRejected: (state, _action: PayloadAction<Rejected>) => state,
  },
});

export const { machineMoved, machineRejected } = machinesSlice.actions;
