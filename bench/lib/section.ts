import type { Row } from './row';

export interface BenchOptions {
  /** Measured rounds of each comparison; one more runs before them and is thrown away. */
  readonly rounds: number;
  readonly chromium: string | undefined;
  /** Where a section tells how far it is. */
  readonly note: (line: string) => void;
}

export type Section = (options: BenchOptions) => Promise<readonly Row[]>;
