import type { StateFromReducersMapObject } from '@reduxjs/toolkit';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import type { MachinesState } from '../base/runtime/machines.slice';
import type { adminReducers } from '../features/admin/admin.slice';
import type { shellReducers } from './shell.reducers';

/** Joins the store with the shell's code, after sign-in. */
export type ShellState = Readonly<StateFromReducersMapObject<typeof shellReducers>>;

/** Joins the store with the first page of administration. */
export type AdminState = Readonly<StateFromReducersMapObject<typeof adminReducers>>;

/** The whole store: the machines' projections, the page's configuration, and the state of the code loaded so far. */
export interface AppState extends Partial<ShellState>, Partial<AdminState> {
  readonly machines: MachinesState;
  readonly config: RuntimeConfig;
}
