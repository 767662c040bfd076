import { join } from 'node:path';
import { runCli } from '../../tape/cli';
import { config, SHOTS } from './flows.config';

const print = (text: string) => void process.stdout.write(text);
const [command = 'help', ...words] = process.argv.slice(2);

async function run(): Promise<number> {
  if (command === 'shots') return runShots();
  const code = await runCli(config, [command, ...words], print, (text) => process.stderr.write(`${text}\n`));
  if (command === 'help') print((await import('./shots/command')).HELP);
  return code;
}

/** Loads the browser, which takes longer than most commands. */
async function runShots(): Promise<number> {
  const { shots } = await import('./shots/command');
  const { builtPartsSubject } = await import('./shots/parts');
  const { screensSubject, withDemo } = await import('./shots/screens');
  const build = join(process.cwd(), 'dist/public');
  const pictures = join(process.cwd(), '.shots');
  const others = {
    parts: builtPartsSubject(process.cwd()),
    screens: screensSubject(build, join(pictures, 'screens.json'), withDemo),
  };
  return shots({ config, steps: SHOTS, build, pictures, others }, words, print);
}

void run().then((code) => {
  process.exitCode = code;
});
