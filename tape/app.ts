/** What an app says about itself, so that its flows can be recorded and replayed. */
import type { AnyStateMachine } from 'xstate';
import type { SagaHooks } from './effects';
import type { Json, RedactionRules } from './format';
import type { ErrorMakers } from './values';

export interface StoreLike {
  readonly dispatch: (action: never) => unknown;
  readonly getState: () => unknown;
}

export interface TaskLike {
  readonly isRunning: () => boolean;
  readonly cancel: () => void;
}

/** What a replay brings along. */
export interface Stage extends SagaHooks {
  /** In place of the app's ports. */
  readonly ports: unknown;
  /** For `createSagaMiddleware({ onError })`. */
  readonly onFault: (error: Error) => void;
  /** For runMachine, as saga context `machineWatch`. */
  readonly machineWatch: MachineWatch;
}

/** Told by runMachine of every step of a machine; `event` is null for its first state. */
export type MachineWatch = (
  name: string,
  machine: AnyStateMachine,
  before: unknown,
  event: unknown,
  after: unknown,
) => void;

export interface Booted {
  readonly store: StoreLike;
  /** Starts the root saga with what the tape says. */
  readonly start: (...args: never[]) => TaskLike;
}

export interface App {
  readonly name: string;
  readonly version: string;
  /** The ports a replay stands in for; ports that are not named do their work. */
  readonly ports: readonly string[];
  readonly handles: readonly string[];
  readonly redaction: RedactionRules;
  readonly errors: ErrorMakers;
  readonly machines: Readonly<Record<string, AnyStateMachine>>;
  /** Outcomes that stand for a failed answer, by port function: what exploring may put in place of the recorded one. */
  readonly failures?: Readonly<Record<string, readonly Json[]>>;
  /** The real store, reducers and root saga over the stage. `given` as the recorder was given it. */
  readonly boot: (stage: Stage, given: unknown) => Booted;
  /** Fetches code that a session may have here already, so that each replay begins alike. */
  readonly warm?: () => Promise<void>;
}
