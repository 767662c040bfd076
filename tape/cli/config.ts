import type { App } from '../app';
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

/** A question that cannot be answered as it was asked; the message is one line. Exit code 2. */
export class UsageError extends Error {}

/** What a command found: lines for people, data for `--json`, and whether everything is as it should be. */
export interface Outcome {
  readonly isGood: boolean;
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
}
