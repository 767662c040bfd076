import type { RuntimeConfig } from '../contract';
import type { AdminState } from './admin/admin.state';
import type { MachinesState } from './machine/machines.slice';
import type { ShellState } from './shell/shell.state';

/** The whole store: what the machines project, and what the page was served with. */
export interface AppState extends Partial<AppParts> {
  readonly machines: MachinesState;
  readonly config: RuntimeConfig;
}

/** What joins the store with its code, after sign-in. */
export interface AppParts {
  readonly shell: ShellState;
  readonly admin: AdminState;
}
