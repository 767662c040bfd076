import type { PageLocation } from '../ports';

/** What the shell keeps while somebody is signed in. It is forgotten whole when they leave. */
export interface ShellState {
  /** Null for the moment before the shell has read it. */
  readonly location: PageLocation | null;
}
