/** The command line. Its exit codes are those of ExitCode. */
import { TapeError } from '../format';
import { parseArgs, UsageError } from './args';
import { COMMANDS } from './commands';
import type { FlowsConfig } from './config';
import { writeOut } from './files';
import { junit } from './junit';

const HELP = `flows ls                        the tapes, and what they are about
flows show TAPE                 every entry, a line each
flows story TAPE                what came in, what was asked, and where the machines went: folded, without noise
flows play [TAPE...]            strictly; --lenient by function and arguments; --upto N; --set http.send#1.status=500
flows play --update [TAPE...]   as the sagas are today: writes what only moved; --accept 12,15 or all: what really changed, too
flows explore [TAPE...]         other orders: --orders 500 --seed 1 --seconds N --workers N; --mishaps all, or some of
                                fail,drop,late,twice,end,cancel: what goes wrong, once in each order
flows minimize TAPE             the failing order that is nearest to the recording, as a tape: --out NAME
flows diff TAPE TAPE            the first entry that differs, and then entry by entry
flows to-test TAPE              a test to continue by hand: its steps, what is asked, and where the machines go
flows redact TAPE               once more, by the rules of today: --out NAME
flows coverage [TAPE...]        transitions of the machines that the tapes visit, and those that none does
flows record [TAPE...]          records the library again, after the sagas were changed on purpose, and says what is different
By saga-tapes, not by the API: --watch, once more whenever a file of the app has changed.
Everywhere: --json, --junit FILE. A tape is a name in the folder, or a file; a folder is all of its tapes.
`;

/**
 * Runs one command, reports its progress, and prints its result. Returns the exit code; 2 for a wrong command or tape.
 * Rejects for bugs only.
 */
export async function runCli(
  config: FlowsConfig,
  words: readonly string[],
  print: (text: string) => void,
  tell: (text: string) => void = () => {},
): Promise<number> {
  const isJson = words.includes('--json');
  try {
    const args = parseArgs(words);
    const command = COMMANDS[args.command];
    if (args.command === 'help' || args.flags.has('help')) {
      print(HELP);
      return 0;
    }
    if (command === undefined) throw new UsageError(`There is no command "${args.command}". See: flows help`);
    const { exit, lines, data, cases = [] } = await command(config, args, tell);
    const file = args.values.get('junit')?.at(-1);
    if (file !== undefined) writeOut(file, junit(cases));
    print(isJson ? `${JSON.stringify(data, null, 2)}\n` : `${lines.join('\n')}\n`);
    return exit;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof TapeError)) throw error;
    print(isJson ? `${JSON.stringify({ error: error.message })}\n` : `${error.message}\n`);
    return 2;
  }
}
