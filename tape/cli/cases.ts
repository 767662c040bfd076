/** Runs each tape as a separate case, so that a failing or invalid one does not stop the others. */
import { TapeError } from '../format';
import { UsageError, type Args } from './args';
import type { Case, ExitCode, FlowsConfig } from './config';
import { filesIn, namesIn, RECORD_FIRST } from './files';

/**
 * The named tapes and those of named folders; without names, all tapes of the app. Throws UsageError if there are none,
 * because a command that does nothing would pass.
 */
export function namesOf({ folder }: FlowsConfig, { names }: Args): readonly string[] {
  const found = names.length > 0 ? names.flatMap((name) => filesIn(name) ?? [name]) : namesIn(folder);
  if (found.length === 0) throw new UsageError(`There are no tapes in ${names.join(', ') || folder}. ${RECORD_FIRST}`);
  return found;
}

/** `work` returns why the tape fails, or null. Rejects with UsageError; any other error is that tape's failure. */
export async function eachTape(
  names: readonly string[],
  work: (name: string) => Promise<string | null>,
): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const name of names) {
    const started = performance.now();
    let failure: string | null;
    let isUnreadable = false;
    try {
      failure = await work(name);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      isUnreadable = error instanceof TapeError;
      failure = (error as Error).message;
    }
    cases.push({ name, seconds: (performance.now() - started) / 1_000, failure, isUnreadable });
  }
  return cases;
}

/** 0 if all passed, 1 if one failed, 2 if one could not be read. */
export function exitOf(cases: readonly Case[]): ExitCode {
  if (cases.some(({ isUnreadable }) => isUnreadable)) return 2;
  return cases.every(({ failure }) => failure === null) ? 0 : 1;
}

/** The line of a tape that failed, with the reason below. */
export const failedLine = ({ name, failure }: Case): string => `FAILED  ${name}\n${failure}\n`;
