import { pathToFileURL } from 'node:url';
import { SERVER_MAIN, ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { Problem } from './process.mjs';

export async function start() {
  const options = process.argv.slice(2);
  const option = options.find((one) => one !== '--sso');
  if (option !== undefined) {
    throw new Problem(
      `npm start does not know ${option}. It knows --sso; what else can be set is set by environment variables: see README.md.`,
    );
  }
  process.env['APP_MODE'] ??= 'demo';
  // The demo with single sign-on: the server starts an identity provider as well.
  if (options.includes('--sso')) process.env['SSO_DEMO'] = 'on';
  await ensureInstalled();
  await ensureBuilt();
  // In this process, not a child of it: signals, the exit code and the terminal are the server's own.
  process.argv = [process.execPath, SERVER_MAIN];
  await import(pathToFileURL(SERVER_MAIN).href);
}
