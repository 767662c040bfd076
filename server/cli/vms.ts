/**
 * `npm run vms -- COMMAND`: what an operator does beside the screens, over the same services as the server, which may be
 * running. Settings are the server's (DATA_DIR, DATABASE_URL, ...). Ends with 0, with 1 where something was refused or
 * failed, with 2 where the command was not understood. With --json the result is one line of JSON.
 */
import { runCommand } from './program';
import { readPassword } from './readPassword';

void runCommand(process.argv.slice(2), {
  env: process.env,
  write: (line) => console.log(line),
  writeError: (line) => console.error(line),
  readPassword,
}).then((code) => {
  process.exitCode = code;
});
