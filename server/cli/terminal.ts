/** The terminal a command runs in. */
import type { Environment } from '../base/environment';

export interface Terminal {
  /** The settings, as the server reads them. */
  readonly env: Environment;
  readonly write: (line: string) => void;
  readonly writeError: (line: string) => void;
  /** Aborts commands that run until they are stopped. */
  readonly stopped: AbortSignal;
  /** Throws ApiError if the two passwords typed differ. */
  readonly readPassword: () => Promise<string>;
}

/** What the commands are given. */
export interface CommandContext extends Terminal {
  /** Prints what a command did: a sentence, or with --json the result itself on one line. */
  readonly print: (sentence: string, result: object) => void;
  /** The command ran, and found that something is wrong. */
  readonly fail: () => void;
}
