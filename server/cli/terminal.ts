/** The terminal a command runs in. */
import type { Environment } from '../base/environment';

export interface Terminal {
  /** The settings, as the server reads them. */
  readonly env: Environment;
  readonly write: (line: string) => void;
  /** Resolves when all lines have been handed to the reader. Throws EPIPE if it has ended. */
  readonly written: () => Promise<void>;
  readonly writeError: (line: string) => void;
  /** Ends commands that run until they are stopped, and those that take long. */
  readonly stopped: AbortSignal;
  /** Throws ApiError if the two passwords typed differ, or none was typed. */
  readonly readPassword: () => Promise<string>;
}

/** What the commands are given. */
export interface CommandContext extends Terminal {
  /** Prints what a command did: a sentence, or with --json the result itself on one line. */
  readonly print: (sentence: string, result: object) => void;
  /** The command ran, and found that something is wrong. */
  readonly fail: () => void;
}
