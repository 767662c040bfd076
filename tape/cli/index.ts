/** The command line. Its exit codes are those of ExitCode. */
import { TapeError } from '../format';
import { parseArgs, UsageError } from './args';
import { COMMANDS } from './commands';
import type { FlowsConfig } from './config';
import { writeOut } from './files';
import { junit } from './junit';

const HELP = `Commands:
ls                        lists the tapes with their titles
show TAPE                 prints every entry, one per line
story TAPE                prints what came in, what was requested and where the machines went, without noise
play [TAPE...]            replays strictly; --lenient by function and arguments; --upto N; --set http.send#1.status=500
play --update [TAPE...]   writes what only moved since the recording; --accept 12,15 or all writes what changed, too,
                          also if only the order of requests or actions did
explore [TAPE...]         replays in other orders: --orders 500 --seed 1 --seconds N --workers N; --inject all, or some of
                          fail,drop,late,twice,end,cancel: makes one thing go wrong in each order
explore --save FILE       writes what the sagas do in each order; with --against FILE another build is compared with it
minimize TAPE             writes the failing order that is closest to the recording as a tape: --out NAME
diff TAPE TAPE            prints the first entry that differs, then all differences entry by entry
to-test TAPE              prints a test to continue by hand: its steps, the requests, and where the machines go
redact TAPE               redacts again by the current rules: --out NAME
coverage [TAPE...]        lists the transitions of the machines that the tapes take, and those that none takes
record [TAPE...]          records the library again, after an intended change of the sagas, and prints the differences
--watch runs the command again after each change of the app's files (saga-tapes only, not the API).
All commands take --json and --junit FILE. TAPE is a name in the folder or a file; a folder stands for all its tapes.
`;

/**
 * Runs one command, reports its progress, and prints its result. Returns the exit code; 2 for a wrong command or tape.
 * A function is called for the configuration only if the command needs it. Rejects for bugs only.
 */
export async function runCli(
  config: FlowsConfig | (() => Promise<FlowsConfig>),
  words: readonly string[],
  print: (text: string) => void,
  reportLine: (text: string) => void = () => {},
): Promise<number> {
  const isJson = words.includes('--json');
  try {
    const args = parseArgs(words);
    const command = COMMANDS[args.command];
    if (args.command === 'help' || args.flags.has('help')) {
      print(HELP);
      return 0;
    }
    if (command === undefined)
      throw new UsageError(`There is no command "${args.command}". The command help lists all.`);
    const known = typeof config === 'function' ? await config() : config;
    const { exit, lines, data, cases = [] } = await command(known, args, reportLine);
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
