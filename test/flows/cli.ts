import { join } from 'node:path';
import { runCli } from '../../tape/cli';
import { config, SHOTS } from './flows.config';
import { HELP, shots } from './shots/command';

const print = (text: string) => void process.stdout.write(text);
const [command = 'help', ...words] = process.argv.slice(2);

async function run(): Promise<number> {
  if (command === 'shots') {
    const build = join(process.cwd(), 'dist/public');
    return shots({ config, steps: SHOTS, build, pictures: join(process.cwd(), '.shots') }, words, print);
  }
  const code = await runCli(config, [command, ...words], print, (text) => process.stderr.write(`${text}\n`));
  if (command === 'help') print(HELP);
  return code;
}

void run().then((code) => {
  process.exitCode = code;
});
