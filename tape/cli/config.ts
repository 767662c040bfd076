import type { App } from '../app';
import type { Args } from './args';
import type { Plan } from './toTest';

/** What the command line has to know of an app. */
export interface FlowsConfig {
  readonly app: App;
  /** Where the tapes lie. */
  readonly folder: string;
  /** Flows that can be recorded again, by name: what they are about, and how. */
  readonly library: readonly {
    readonly name: string;
    readonly title: string;
    readonly record: () => Promise<string>;
  }[];
  /** Machines that no tape can visit, by name, and why: `coverage` says so. */
  readonly uncounted: Readonly<Record<string, string>>;
  /** Transitions that no person can take, by their labels, and why: counted as missing, and explained. */
  readonly unreachable: Readonly<Record<string, string>>;
  /** For `to-test`: what a printed test begins with, and a trial run of it that says in which states it ends. */
  readonly plan: {
    readonly head: string;
    readonly run: (plan: Plan) => Promise<Readonly<Record<string, unknown>>>;
  };
}

/** 0 all is well, 1 a flow failed or differs, 2 the question or a tape is no good. */
export type ExitCode = 0 | 1 | 2;

export type Command = (config: FlowsConfig, args: Args) => Promise<Outcome>;

/** What a command found: lines for people, data for `--json`, and whether everything is as it should be. */
export interface Outcome {
  readonly exit: ExitCode;
  readonly lines: readonly string[];
  readonly data: unknown;
  /** For JUnit: one case a tape. */
  readonly cases?: readonly Case[];
}

export interface Case {
  readonly name: string;
  readonly seconds: number;
  /** Why it fails, its first line first. */
  readonly failure: string | null;
  /** The file is no tape, or not a whole one. */
  readonly isUnreadable: boolean;
}
