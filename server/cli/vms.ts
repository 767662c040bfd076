/**
 * `npm run vms -- COMMAND`: what an operator does beside the screens, over the same services as the server, which may be
 * running. Settings are the server's (DATA_DIR, DATABASE_URL, ...). Ends with 0, with 1 where something was refused or
 * failed, with 2 where the command was not understood. With --json the result is one line of JSON.
 */
import { runCommand } from './program';
import { readPassword } from './readPassword';

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
// The reader of an export may close the pipe early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

void runCommand(process.argv.slice(2), {
  env: process.env,
  write: (line) => console.log(line),
  writeError: (line) => console.error(line),
  readPassword,
  stopped: stopping.signal,
}).then((code) => {
  process.exitCode = code;
});
