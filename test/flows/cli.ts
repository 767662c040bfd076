import { join } from 'node:path';
import { runCli } from '../../tape/cli';
import { config, SHOTS } from './flows.config';
import { HELP, shots } from './shots/command';
import { builtPartsSubject } from './shots/parts';
import { screensSubject, withDemo } from './shots/screens';

const print = (text: string) => void process.stdout.write(text);
const [command = 'help', ...words] = process.argv.slice(2);

async function run(): Promise<number> {
  if (command === 'shots') {
    const build = join(process.cwd(), 'dist/public');
    const pictures = join(process.cwd(), '.shots');
    const others = {
      parts: builtPartsSubject(process.cwd()),
      screens: screensSubject(build, join(pictures, 'screens.json'), withDemo),
    };
    return shots({ config, steps: SHOTS, build, pictures, others }, words, print);
  }
  const code = await runCli(config, [command, ...words], print, (text) => process.stderr.write(`${text}\n`));
  if (command === 'help') print(HELP);
  return code;
}

void run().then((code) => {
  process.exitCode = code;
});
