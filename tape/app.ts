/** How an app describes itself, so that its flows can be recorded and replayed. */
import type { AnyStateMachine } from 'xstate';
import type { SagaHooks } from './effects';
import type { Json, RedactionRules } from './format';
import type { Labels } from './lineage';
import { DEFAULT_REDACTION } from './redact';
import type { ErrorMakers } from './values';

export interface StoreLike {
  readonly dispatch: (action: never) => unknown;
  readonly getState: () => unknown;
}

export interface TaskLike {
  readonly isRunning: () => boolean;
  readonly cancel: () => void;
}

/** What a replay provides to the app. */
export interface Harness extends SagaHooks {
  /** Replaces the app's ports. */
  readonly ports: unknown;
  /** For `createSagaMiddleware({ onError })`. */
  readonly onFault: (error: Error) => void;
  /** The same, so that the whole harness can be given to `createSagaMiddleware`. */
  readonly onError: (error: Error) => void;
  /** For runMachine, as saga context `machineWatch`. */
  readonly machineWatch: MachineWatch;
}

/** Called by runMachine for each step of a machine; `event` is null for its first state. */
export type MachineWatch = (
  name: string,
  machine: AnyStateMachine,
  before: unknown,
  event: unknown,
  after: unknown,
) => void;

export interface Booted {
  readonly store: StoreLike;
  /** Starts the root saga with the tape's start values. */
  readonly start: (...args: never[]) => TaskLike;
}

export interface App {
  readonly name: string;
  readonly version: string;
  /** The ports that a replay replaces; other ports do their real work. */
  readonly ports: readonly string[];
  readonly handles: readonly string[];
  /** Names of functions that belong to the app itself, as those that load its chunks: a replay calls them for real. */
  readonly real?: readonly string[];
  /** What tells calls of one function apart in addresses. The recorder needs the same. */
  readonly labels?: Labels;
  readonly redaction: RedactionRules;
  readonly errors: ErrorMakers;
  readonly machines: Readonly<Record<string, AnyStateMachine>>;
  /** Failure outcomes by port function, which exploring may substitute for recorded answers. */
  readonly failures?: Readonly<Record<string, readonly Json[]>>;
  /** The real store, reducers and root saga over the harness. `given` as it was given to the recorder. */
  readonly boot: (harness: Harness, given: unknown) => Booted;
  /** Loads code that a session may have loaded before, so that every replay starts alike. */
  readonly warm?: () => Promise<void>;
}

/** An app that has nothing to declare but how it boots. */
export const defineApp = (app: Pick<App, 'boot'> & Partial<App>): App => ({
  name: 'app',
  version: '0',
  ports: [],
  handles: [],
  redaction: DEFAULT_REDACTION,
  errors: {},
  machines: {},
  ...app,
});
