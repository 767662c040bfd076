/** The project's root folder, and how its scripts run other programs. Uses Node built-ins only. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const inRoot = (...parts) => path.join(root, ...parts);

/** An error that the person can fix: shown as its message, without a stack. */
export class Problem extends Error {}

/** What stops a command: Ctrl+C, a process manager, and the closing of its terminal. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end with its output shown, and resolves to its exit code. A signal to this process is passed on
 * to it, and this rejects once it has exited, so that the caller can clean up.
 * @param {string} command @param {readonly string[]} args @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} 128 if a signal from elsewhere ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    let stopped = false;
    const stop = (signal) => {
      stopped = true;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const settle = (settled) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      settled();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) => settle(() => (stopped ? reject(new Problem('Stopped.')) : resolve(code ?? 128))));
  });
}

/**
 * npm sends signals to a shell between itself and this process, which does not pass them on; when that shell has
 * exited, this process has been stopped.
 */
function stopWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

/** Runs a program's JavaScript entry with the same Node. */
export const runNode = (args, options) => run(process.execPath, args, options);

/**
 * The same for processes of a few minutes, such as tests and builds. Most of their objects die young, so a young
 * generation of 128 MB copies few of them. They run most functions a few times, so Node 20 optimizes a function after
 * ten times as many calls as usual; later releases wait by themselves. Jest hands both on to its workers.
 */
export const runTool = (args, options) => runNode([...TOOL_FLAGS, ...args], options);
const TOOL_FLAGS = [
  '--max-semi-space-size=128',
  '--min-semi-space-size=128',
  ...(process.version.startsWith('v20.') ? ['--interrupt-budget=700000'] : []),
];

/** Runs a program and resolves to its exit code and everything it printed. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 128, output }));
  });
}

/** Runs a script's main function: a Problem becomes one clear line and exit code 1. */
export async function main(work) {
  stopWithNpm();
  try {
    const code = await work();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    process.exitCode = 1;
  }
}
