import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { SERVER_MAIN } from './build.mjs';
import { startDevProxy } from './dev-proxy.mjs';
import { ensureInstalled } from './install.mjs';
import { Problem, SIGNALS, inRoot } from './process.mjs';

const APP_PAGE = inRoot('dist/public/index.html');
const LOOK_EVERY_MS = 250;

export async function dev() {
  await ensureInstalled();
  const serverPort = await freePort();
  const proxy = await listen(wantedPort(), serverPort);
  const { port } = proxy;
  // Not before, as it writes into the dist/ of the product that may have this port. A development build removes the
  // stamp of dist/, so the next `npm start` builds again.
  const builder = spawn(process.execPath, [inRoot('scripts/build.mjs'), '--watch'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const server = restartable(serverPort, port);
  const watchers = [
    onChange(SERVER_MAIN, server.restart),
    onChange(APP_PAGE, () => {
      console.log('The app has changed: reloading the open pages.');
      proxy.reloadPages();
    }),
  ];
  console.log(`Development: http://localhost:${port}`);

  const isStopped = await new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve(true));
    builder.once('exit', () => resolve(false));
  });
  for (const stop of watchers) stop();
  proxy.close();
  builder.kill();
  await server.stop();
  if (!isStopped) throw new Problem('The builder ended (its own message is above). Run the command again.');
}

/** As the server reads it: an empty PORT is none. */
function wantedPort() {
  const value = process.env['PORT']?.trim() || '4200';
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Problem(`PORT is '${value}', but it must be a whole number from 0 to 65535.`);
}

async function listen(port, serverPort) {
  try {
    return await startDevProxy(port, serverPort);
  } catch (error) {
    if (error.code === 'EADDRINUSE')
      throw new Problem(`Port ${port} is in use: stop what listens there, or choose another with PORT.`);
    if (error.code === 'EACCES')
      throw new Problem(`You are not allowed to listen on port ${port}: choose a PORT above 1023.`);
    throw error;
  }
}

/** One server process at a time; a restart waits until the old one has released the database. */
function restartable(serverPort, publicPort) {
  let child;
  let turn = Promise.resolve();
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const start = () => {
    const env = {
      APP_MODE: 'demo',
      PUBLIC_URL: `http://localhost:${publicPort}`,
      ...process.env,
      PORT: String(serverPort),
    };
    child = spawn(process.execPath, ['--enable-source-maps', SERVER_MAIN], {
      cwd: inRoot(),
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  };
  const restart = () => {
    turn = turn.then(stop).then(start);
  };
  return { restart, stop: () => turn.then(stop) };
}

/** Calls back now if the file exists, and whenever it is written. */
function onChange(file, callback) {
  let last = 0;
  const look = () => {
    const time = existsSync(file) ? statSync(file).mtimeMs : 0;
    if (time === last) return;
    last = time;
    if (time !== 0) callback();
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
