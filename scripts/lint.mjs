/** `npm run lint`: style, layout, import direction and types. Runs all of them, then names those that failed. */
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, main, runTool } from './lib/process.mjs';

const CHECKS = [
  // Without its cache: what a rule says of a file depends on the types in others.
  { name: 'eslint', args: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'] },
  {
    name: 'prettier',
    args: ['node_modules/prettier/bin/prettier.cjs', '.', '--check', '--log-level', 'warn', '--cache'],
  },
  {
    name: 'dependency-cruiser',
    args: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'contract',
      'machines',
      'sagas',
      'tape',
      'src',
      'server',
      'test',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
    ],
  },
  { name: 'tsc', args: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json'] },
];

/** Resolves to the names of those that failed. */
async function inTurn(checks) {
  const failed = [];
  for (const { name, args } of checks) {
    const started = performance.now();
    const code = await runTool([inRoot(args[0]), ...args.slice(1)]);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (code !== 0) failed.push(name);
  }
  return failed;
}

await main(async () => {
  await ensureInstalled();
  // Eslint keeps one core busy for longer than all others together.
  const [eslint, ...others] = CHECKS;
  const failed = (await Promise.all([inTurn([eslint]), inTurn(others)])).flat();
  console.log(failed.length === 0 ? '\nlint: nothing to correct' : `\nlint failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
