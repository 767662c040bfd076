import type { Row } from './row';

export interface BenchOptions {
  /** Measured rounds of each comparison, after one warm-up round. */
  readonly rounds: number;
  readonly chromium: string | undefined;
  /** Where a section reports its progress. */
  readonly note: (line: string) => void;
}

export type Section = (options: BenchOptions) => Promise<readonly Row[]>;
