/** All commands, and the exit code. */
import { Command, CommanderError } from 'commander';
import { describeCommandFailure } from '../app/start';
import { ApiError } from '../base/errors';
import { DatabaseStartError } from '../database';
import { ArchiveError } from '../database/archive/frames';
import { accountCommands } from './accountCommands';
import { auditCommands } from './auditCommands';
import { archiveCommands } from './archiveCommands';
import { doctorCommand } from './doctor';
import { organizationCommands } from './organizationCommands';
import { ssoCommands } from './ssoCommands';
import type { Terminal } from './terminal';

const REFUSED = 1;
const NOT_UNDERSTOOD = 2;

/** @returns the exit code: 0, 1 if something was refused or failed, 2 if the command was not understood */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = new Command('vms')
    .description('Operates a staffing VMS: organizations, accounts and the database.')
    .option('--json', 'print the result as one line of JSON')
    .showHelpAfterError('Run "npm run vms -- --help" for all commands.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text.trimEnd()),
      writeErr: (text) => terminal.writeError(text.trimEnd()),
    });
  const context = {
    ...terminal,
    print: (sentence: string, result: object) =>
      terminal.write(program.opts()['json'] === true ? JSON.stringify(result) : sentence),
    fail: () => {
      code = REFUSED;
    },
  };
  for (const add of [organizationCommands, accountCommands, ssoCommands, auditCommands, archiveCommands, doctorCommand])
    add(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
    terminal.writeError(sentenceOf(error, terminal.stopped.aborted));
    return REFUSED;
  }
}

function sentenceOf(error: unknown, isStopped: boolean): string {
  if (error instanceof ApiError) return error.body.errorMessage;
  if (error instanceof ArchiveError) return error.message;
  if (isStopped && !(error instanceof DatabaseStartError))
    return 'The command was stopped and nothing was changed. You can run it again.';
  return describeCommandFailure(error);
}
