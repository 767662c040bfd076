/** `audit export`: the audit as lines of JSON or as CSV, once or continuously, for a SIEM. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { csvLine } from '../../contract/base/csv';
import { ApiError } from '../base/errors';
import type { AuditLine } from '../features/audit/auditLines';
import { streamAudit } from '../features/audit/auditStream';
import { withOperator } from './operator';
import type { CommandContext } from './terminal';

const COLUMNS = [
  ...(['id', 'at', 'event', 'outcome', 'reason', 'organizationId', 'organization', 'userId', 'user'] as const),
  ...(['sessionId', 'address', 'device', 'before', 'after'] as const),
] satisfies readonly (keyof AuditLine)[];

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
    .action((options: ExportOptions) =>
      withOperator(context.env, async ({ database }) => {
        const after = options.after ?? lastOf(options.state);
        const { follow, csv } = options;
        if (csv) context.write(csvLine(COLUMNS).trimEnd());
        const warn = context.writeError;
        let last = after;
        for await (const lines of streamAudit(database, { after, follow, signal: context.stopped, warn })) {
          for (const line of lines) context.write(csv ? csvOf(line) : JSON.stringify(line));
          try {
            await context.written();
          } catch (error) {
            // Such as `| head`, which has read enough.
            if ((error as NodeJS.ErrnoException).code === 'EPIPE' && !follow && options.state === undefined) return;
            throw readerGone(options.state ?? last);
          }
          last = lines.at(-1)?.id ?? last;
          if (options.state !== undefined) keep(options.state, last);
        }
      }),
    );
}

/** @param position the last id that was read, or the file that has it */
function readerGone(position: string | number): ApiError {
  const again =
    typeof position === 'string' ? `Run it again: ${position} says where.` : `Run it again with --after ${position}.`;
  return new ApiError('service.unavailable', {
    sentence: `What reads the export has ended, so some events were not delivered. ${again}`,
  });
}

function eventId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('An id is a whole number.');
  return Number(text);
}

function lastOf(state: string | undefined): number {
  if (state === undefined || !existsSync(state)) return 0;
  return eventId(readFileSync(state, 'utf8').trim());
}

/** Replaces the file as a whole: half a number would be another position. */
function keep(state: string, id: number): void {
  writeFileSync(`${state}.part`, `${id}\n`);
  renameSync(`${state}.part`, state);
}

const csvOf = (line: AuditLine): string => csvLine(COLUMNS.map((name) => textOf(line[name]))).trimEnd();

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
