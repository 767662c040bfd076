import { pathToFileURL } from 'node:url';
import { SERVER_MAIN, ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { Problem } from './process.mjs';

export async function start() {
  for (const option of process.argv.slice(2)) {
    if (option !== '--sso') throw new Problem(`npm start does not know ${option}. It knows: --sso`);
    process.env['DEMO_SSO'] = '1';
  }
  process.env['APP_MODE'] ??= 'demo';
  await ensureInstalled();
  await ensureBuilt();
  // In this process, not a child of it: signals, the exit code and the terminal are the server's own.
  process.argv = [process.execPath, SERVER_MAIN];
  await import(pathToFileURL(SERVER_MAIN).href);
}
