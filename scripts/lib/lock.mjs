/** One installer and one builder at a time in a clone, however many commands are started. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, inRoot, root } from './process.mjs';

const LOCK = inRoot('.setup.lock');
const BEAT_MS = 2_000;
// A holder that was killed, or runs in another container with other process ids, stops updating the lock.
const ABANDONED_MS = 15_000;

/** Runs `work` while no other process is inside `withLock` with the same file, which is one for each clone. */
export async function withLock(work, file = LOCK) {
  await acquire(file);
  const beat = setInterval(() => {
    const now = new Date();
    utimesSync(file, now, now);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}

async function acquire(file) {
  const mine = `${file}.${process.pid}`;
  try {
    writeFileSync(mine, String(process.pid));
  } catch (error) {
    throw new Problem(
      `Cannot write in ${root}: ${error.message}. Make the folder writable for this user, or free some disk space.`,
    );
  }
  try {
    for (let notified = false; !tryLink(mine, file); notified = true) {
      if (!notified) console.log('Another command is installing or building here; waiting for it.');
      if (isAbandoned(file)) breakLock(mine, file);
      else await sleep(200);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Creating a hard link is atomic: the file has the owner's id, or does not exist. */
function tryLink(mine, file) {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > ABANDONED_MS) return true;
    return !isAlive(Number(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Of several waiting processes only one can remove an abandoned lock; one that removed a lock in use restores it. */
function breakLock(mine, file) {
  const moved = `${mine}.dead`;
  try {
    renameSync(file, moved);
    if (!isAbandoned(moved)) linkSync(moved, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}
