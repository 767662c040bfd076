#!/usr/bin/env node
/** `npx saga-tapes`: the command line over the app that `saga-tapes.config` in the current folder describes. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from './args';
import type { FlowsConfig } from './config';
import { runCli } from './index';

const NAMES = ['mjs', 'js', 'cjs', 'mts', 'ts', 'cts'].map((ending) => `saga-tapes.config.${ending}`);

interface Loaded {
  readonly default?: Partial<FlowsConfig> & { readonly default?: Partial<FlowsConfig> };
}

/** Rejects with UsageError if there is no usable configuration. */
async function configIn(folder: string): Promise<FlowsConfig> {
  const name = NAMES.find((one) => existsSync(join(folder, one)));
  if (name === undefined)
    throw new UsageError(
      `There is no saga-tapes.config.mjs in ${folder}. It exports an app and the folder of its tapes.`,
    );
  const loaded = await (import(pathToFileURL(join(folder, name)).href) as Promise<Loaded>).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${name} cannot be loaded (README, The command line): ${why}`);
  });
  const found = loaded.default?.default ?? loaded.default;
  if (found?.app === undefined || found.folder === undefined)
    throw new UsageError(`${name} has to export an app and the folder of its tapes: export default { app, folder }.`);
  return found as FlowsConfig;
}

const words = process.argv.slice(2).filter((word) => word !== '--watch');
const isWatching = words.length < process.argv.length - 2;

/** Runs the command with Node's `--watch`. */
function watched(): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, '--watch', process.argv[1] as string, ...words], {
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 0)));
}

(isWatching
  ? watched()
  : runCli(
      () => configIn(process.cwd()),
      words,
      (text) => process.stdout.write(text),
      (text) => process.stderr.write(`${text}\n`),
    )
).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
