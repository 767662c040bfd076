/**
 * `npm run vms -- COMMAND`: administration from the command line, with the services that the server uses, which may be
 * running. Settings are the server's (DATA_DIR, DATABASE_URL, ...). Exit codes: 0, 1 if something was refused or
 * failed, 2 if the command was not understood. With --json the result is one line of JSON.
 */
import { stoppedBySignals } from '../base/stopping';
import { runCommand } from './program';
import { readPassword } from './readPassword';

const stopping = stoppedBySignals();

// The reader of an export may close the pipe early (EPIPE), and the terminal may be closed (EIO).
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  code === 'EPIPE' || code === 'EIO' ? stopping.abort() : process.exit(1),
);

void runCommand(process.argv.slice(2), {
  env: process.env,
  write: (line) => console.log(line),
  writeError: (line) => console.error(line),
  written: () =>
    new Promise((resolve, reject) => {
      process.stdout.write('', (error) => (error ? reject(process.stdout.errored ?? error) : resolve()));
    }),
  readPassword: () => readPassword(stopping.signal),
  stopped: stopping.signal,
}).then((code) => {
  process.exitCode = code;
});
