import type { RuntimeConfig } from '../contract';
import type { MachinesState } from './machine/machines.slice';

/** The whole store: what the machines project, and what the page was served with. */
export interface AppState {
  readonly machines: MachinesState;
  readonly config: RuntimeConfig;
}
