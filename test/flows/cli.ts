import { runCli } from '../../tape/cli';
import { config } from './flows.config';

void runCli(
  config,
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(`${text}\n`),
).then((code) => {
  process.exitCode = code;
});
