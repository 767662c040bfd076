#!/usr/bin/env node
/** `npx saga-tapes`: the command line over the app that `saga-tapes.config` in the current folder describes. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FlowsConfig } from './config';
import { runCli } from './index';

const NAMES = ['mjs', 'js', 'cjs', 'mts', 'ts', 'cts'].map((ending) => `saga-tapes.config.${ending}`);

async function configIn(folder: string): Promise<FlowsConfig> {
  const name = NAMES.find((one) => existsSync(join(folder, one)));
  if (name === undefined)
    throw new Error(`There is no saga-tapes.config.mjs in ${folder}. It exports an app and the folder of its tapes.`);
  const loaded = (await import(pathToFileURL(join(folder, name)).href)) as {
    readonly default: FlowsConfig | { readonly default: FlowsConfig };
  };
  return 'default' in loaded.default ? loaded.default.default : loaded.default;
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
  : configIn(process.cwd()).then((config) =>
      runCli(
        config,
        words,
        (text) => process.stdout.write(text),
        (text) => process.stderr.write(`${text}\n`),
      ),
    )
).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
