/** How an app describes itself, so that its flows can be recorded and replayed. */
import type { SagaHooks } from './effects';
import type { Json, RedactionRules } from './format';
import type { Labels } from './lineage';
import type { Machine, MachineWatch } from './machines';
import { DEFAULT_REDACTION } from './redact';
import type { ErrorMakers } from './values';

export interface Action {
  readonly type: string;
}

/** A redux store. */
export interface StoreLike<State = unknown> {
  dispatch(action: Action): unknown;
  getState(): State;
}

export interface TaskLike {
  readonly isRunning: () => boolean;
  readonly cancel: () => void;
}

/** What a replay provides to the app. */
export interface Harness<Ports = object> extends SagaHooks {
  /** Replaces the app's ports. */
  readonly ports: Ports;
  /** For `createSagaMiddleware({ onError })`. */
  readonly onFault: (error: Error) => void;
  /** The same, so that the whole harness can be given to `createSagaMiddleware`. */
  readonly onError: (error: Error) => void;
  /** To be called at each step of a machine by the code that runs it. */
  readonly machineWatch: MachineWatch;
}

export interface Booted<State = unknown, Start extends readonly unknown[] = readonly unknown[]> {
  readonly store: StoreLike<State>;
  /** Starts the root saga, or several, with the tape's start values. */
  start(...args: Start): TaskLike;
}

/**
 * @typeParam State of the store
 * @typeParam Ports that the sagas call
 * @typeParam Start arguments of the root saga
 * @typeParam Given what the app is started with besides its ports
 */
export interface App<
  State = unknown,
  Ports = object,
  Start extends readonly unknown[] = readonly unknown[],
  Given = unknown,
> {
  readonly name: string;
  readonly version: string;
  /** The ports that a replay replaces; other ports do their real work. */
  readonly ports: readonly string[];
  /** Port functions that return a function, such as a lock's release. In a replay that function does nothing. */
  readonly handles: readonly string[];
  /**
   * Names of the app's own functions that a replay really calls: those that load its chunks, those that return a saga
   * without being one, and those that return a channel to put messages into. A tape cannot have others called; `*`
   * allows all, for tapes that you trust.
   */
  readonly real?: readonly string[];
  /** Types of actions that facts and stories leave out, such as those that report the steps of machines. */
  readonly hiddenActions?: readonly string[];
  /** Labels that distinguish calls of one function in addresses. The recorder must get the same ones. */
  readonly labels?: Labels;
  readonly redaction: RedactionRules;
  readonly errors: ErrorMakers;
  /** By the names that sagas run them under. */
  readonly machines: Readonly<Record<string, Machine>>;
  /** Failure outcomes by port function, which exploring may substitute for recorded answers. */
  readonly failures?: Readonly<Record<string, readonly Json[]>>;
  /**
   * Names of sagas that exploring may find waiting at the end, because users or servers may never do what they wait
   * for.
   */
  readonly mayWait?: readonly string[];
  /**
   * The part of the state that must end as recorded in every order with the same inputs and calls. Without it,
   * exploring compares no states.
   */
  end?(state: State): unknown;
  /** The real store, reducers and root saga over the harness. `given` as it was given to the recorder. */
  boot(harness: Harness<Ports>, given: Given): Booted<State, Start>;
  /**
   * Whether each key of the state has its own reducer, as with `combineReducers`; then fewer orders count as different.
   */
  readonly slices?: boolean;
  /** Loads code that a session may have loaded before, so that every replay starts alike. */
  readonly warm?: () => Promise<void>;
}

/** Declares an app; only `boot` is required. */
export const defineApp = <State, Ports, Start extends readonly unknown[], Given>(
  app: Pick<App<State, Ports, Start, Given>, 'boot'> & Partial<App<State, Ports, Start, Given>>,
): App<State, Ports, Start, Given> => ({
  name: 'app',
  version: '0',
  ports: [],
  handles: [],
  redaction: DEFAULT_REDACTION,
  errors: {},
  machines: {},
  ...app,
});
