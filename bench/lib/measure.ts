/** Runs a section, and decides whether its figures replace the recorded ones. */
import { skipped, type Row } from './row';
import type { BenchOptions, Section } from './section';

/** With fewer rounds the median is not recorded. */
const RECORDED_ROUNDS = 7;

export interface Measurement {
  readonly rows: readonly Row[];
  /** Not where nothing could be measured here, nor where the section failed: what was measured earlier stays. */
  readonly isRecorded: boolean;
}

/** A section that throws becomes one row marked as wrong; the others still run. */
export async function measure(name: string, section: Section, options: BenchOptions): Promise<Measurement> {
  try {
    const rows = await section(options);
    const isRecorded = options.rounds >= RECORDED_ROUNDS && rows.some(({ verdict }) => verdict !== 'SKIPPED');
    return { rows, isRecorded };
  } catch (error) {
    console.error(error);
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const row: Row = { ...skipped(name, 'the whole section', '-', reason, true), verdict: 'WRONG' };
    return { rows: [row], isRecorded: false };
  }
}
