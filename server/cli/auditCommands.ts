/** `audit export`: the audit as lines of JSON or as CSV, once or continuously, for a SIEM. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { csvLine } from '../../contract/base/csv';
import { describeCommandFailure } from '../app/start';
import { ApiError } from '../base/errors';
import { DatabaseAwayError, isUnavailable } from '../database';
import type { AuditLine } from '../features/audit/auditLines';
import { streamAudit } from '../features/audit/auditStream';
import { withOperator, type Operator } from './operator';
import type { CommandContext } from './terminal';

const COLUMNS = [
  ...(['id', 'at', 'event', 'outcome', 'reason', 'organizationId', 'organization', 'userId', 'user'] as const),
  ...(['sessionId', 'address', 'device', 'before', 'after'] as const),
] satisfies readonly (keyof AuditLine)[];

/** How long a follower waits for a database that does not answer. */
const RETRY_AFTER_MS = 2_000;

interface ExportOptions {
  readonly after?: number;
  readonly state?: string;
  readonly follow: boolean;
  readonly csv: boolean;
}

/** Adds `audit export`. */
export function auditCommands(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description('who did what, when, from where')
    .command('export')
    .description('prints all events in the order of their ids, a line of JSON each')
    .option('--after <id>', 'only events with a larger id: continues where an export ended', eventId)
    .option('--state <file>', 'keeps the last id in this file, and continues from it')
    .option('--follow', 'waits for further events until it is stopped', false)
    .option('--csv', 'CSV with a line of column names, instead of JSON', false)
    .action((options: ExportOptions) => exportAudit(context, options));
}

async function exportAudit(context: CommandContext, options: ExportOptions): Promise<void> {
  const { follow, csv, state } = options;
  const { env, stopped, writeError: warn } = context;
  let last = options.after ?? lastOf(state);
  // Before a line is printed whose position could not be kept.
  if (state !== undefined) keep(state, last);
  let isBegun = false;
  /** False for a reader that wants no more. Throws ApiError if one has missed events. */
  const isRead = async (): Promise<boolean> => {
    try {
      await context.written();
      return true;
    } catch (error) {
      // Such as `| head`, which has read enough.
      if ((error as NodeJS.ErrnoException).code === 'EPIPE' && !follow && state === undefined) return false;
      throw incomplete(READER_GONE, state ?? last);
    }
  };
  const printRest = async ({ database }: Operator): Promise<void> => {
    if (csv && !isBegun) context.write(csvLine(COLUMNS).trimEnd());
    isBegun = true;
    for await (const lines of streamAudit(database, { after: last, follow, signal: stopped, warn })) {
      for (const line of lines) context.write(csv ? csvOf(line) : JSON.stringify(line));
      if (!(await isRead())) return;
      last = lines.at(-1)?.id ?? last;
      if (state !== undefined) keep(state, last);
    }
    if (stopped.aborted && !follow && (await isRead())) throw incomplete(STOPPED, state ?? last);
  };
  if (follow) await followDatabase(context, printRest);
  else await withOperator(env, printRest);
}

/**
 * Does the work until the command is stopped, and again whenever the database is back. An embedded one is never
 * started: the server could not start then, because this command would own its database.
 */
async function followDatabase(
  { env, stopped, writeError }: CommandContext,
  work: (operator: Operator) => Promise<void>,
): Promise<void> {
  let isAway = false;
  while (!stopped.aborted) {
    try {
      await withOperator(
        env,
        (operator) => {
          if (isAway) writeError('The database is back. The export continues where it stopped.');
          isAway = false;
          return work(operator);
        },
        { onlyJoins: true },
      );
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof DatabaseAwayError)) throw error;
      if (!isAway && !stopped.aborted)
        writeError(`${describeCommandFailure(error)} The export waits for the database.`);
      isAway = true;
      await delay(RETRY_AFTER_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}

const READER_GONE = 'The program that reads the export has exited, so some events were not delivered.';
const STOPPED = 'The export was stopped, so events may be missing at its end.';

/** @param position the last id that was read, or the file that has it */
function incomplete(reason: string, position: string | number): ApiError {
  const again =
    typeof position === 'string'
      ? `Run it again: it continues from the position in ${position}.`
      : `Run it again with --after ${position}.`;
  return new ApiError('service.unavailable', { sentence: `${reason} ${again}` });
}

const EVENT_ID = /^\d{1,15}$/;

function eventId(text: string): number {
  if (!EVENT_ID.test(text)) throw new InvalidArgumentError('An id is a whole number.');
  return Number(text);
}

function lastOf(state: string | undefined): number {
  if (state === undefined || !existsSync(state)) return 0;
  const id = readFileSync(state, 'utf8').trim();
  if (EVENT_ID.test(id)) return Number(id);
  throw new ApiError('request.invalid', {
    sentence: `${state} does not hold the number of an event. Remove it to start from the first, or write the last id into it.`,
  });
}

/** Replaces the file as a whole: half a number would be another position. */
function keep(state: string, id: number): void {
  try {
    writeFileSync(`${state}.part`, `${id}\n`, { flush: true });
    renameSync(`${state}.part`, state);
  } catch (error) {
    throw new ApiError('request.invalid', {
      sentence: `The position cannot be kept in ${state} (${(error as Error).message}). Give this user the rights, or name another file with --state.`,
    });
  }
}

const csvOf = (line: AuditLine): string => csvLine(COLUMNS.map((name) => textOf(line[name]))).trimEnd();

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
