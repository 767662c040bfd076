import type { App } from '../app';
import type { Args } from './args';

/** What the command line needs to know about an app. */
export interface FlowsConfig {
  readonly app: App;
  /** The folder of the tapes. */
  readonly folder: string;
  /** Flows that can be recorded again, by name: their titles, and how to run them. */
  readonly library?: readonly {
    readonly name: string;
    readonly title: string;
    readonly record: () => Promise<string>;
  }[];
  /** Machines that no tape can reach, by name, with the reason; reported by `coverage`. */
  readonly uncounted?: Readonly<Record<string, string>>;
  /** Transitions that no user can trigger, by label, with the reason; reported as missing. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** For `to-test`: how a test imports the app, and what it asserts about the final state. */
  readonly test?: {
    /** The module that exports `app`; `./src/sagaTapes.js` by default. */
    readonly app?: string;
    /** The module that exports `drive` and `play`; `saga-tapes` by default. */
    readonly tapes?: string;
    /** `vitest` has to be imported; the functions of jest are globals. */
    readonly runner?: 'jest' | 'vitest';
    readonly selectors?: readonly {
      readonly name: string;
      readonly from: string;
      readonly select: (state: never) => unknown;
    }[];
  };
}

/** 0: success; 1: a flow failed or differs; 2: invalid arguments or tape. */
export type ExitCode = 0 | 1 | 2;

/** Runs a command; calls `reportLine` with each line of progress. */
export type Command = (config: FlowsConfig, args: Args, reportLine: (text: string) => void) => Promise<Outcome>;

/** The result of a command: lines to print, data for `--json`, and whether it succeeded. */
export interface Outcome {
  readonly exit: ExitCode;
  readonly lines: readonly string[];
  readonly data: unknown;
  /** For JUnit: one case per tape. */
  readonly cases?: readonly Case[];
}

export interface Case {
  readonly name: string;
  readonly seconds: number;
  /** Why it fails; the first line is a summary. */
  readonly failure: string | null;
  /** The file is not a tape, or incomplete. */
  readonly isUnreadable: boolean;
}
