/** One installer and one builder at a time in a clone, however many commands are started. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, inRoot, root } from './process.mjs';

const LOCK = inRoot('.setup.lock');
const LOOK_MS = 200;
const LOOKS_PER_BEAT = 10;
// A holder that was killed in another container, where its process id may be in use here, stops beating. Looks are
// counted and not time: while the machine sleeps, time goes on and nobody beats.
const LOOKS_UNTIL_ABANDONED = 75;

/**
 * Runs `work` while no other process is inside `withLock` with the same file, which is one for each clone.
 * @param {() => Promise<unknown>} work @param {string} [file]
 * @param {number} [lookMs] how often a waiting process looks
 */
export async function withLock(work, file = LOCK, lookMs = LOOK_MS) {
  await acquire(file, lookMs);
  // A holder that was suspended may have lost the lock: then the file is another's, or gone.
  const isOurs = () => read(file)?.pid === process.pid;
  const beat = setInterval(() => {
    if (isOurs()) touch(file);
  }, lookMs * LOOKS_PER_BEAT);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (isOurs()) rmSync(file, { force: true });
  }
}

async function acquire(file, lookMs) {
  const mine = `${file}.${process.pid}`;
  try {
    writeFileSync(mine, String(process.pid));
  } catch (error) {
    throw new Problem(
      `Cannot write in ${root}: ${error.message}. Make the folder writable for this user, or free some disk space.`,
    );
  }
  try {
    let seen;
    let looks = 0;
    for (let notified = false; !tryLink(mine, file); notified = true) {
      if (!notified) console.log('Another command is installing or building here; waiting for it.');
      const now = read(file);
      looks = isSame(now, seen) ? looks + 1 : 0;
      seen = now;
      if (now && (!isAlive(now.pid) || looks >= LOOKS_UNTIL_ABANDONED)) breakLock(mine, file, now);
      else await sleep(lookMs);
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

/** Whose lock it is, and when it beat last; undefined if there is none. */
function read(file) {
  return ifThere(() => ({ pid: Number(readFileSync(file, 'utf8')), beat: statSync(file).mtimeMs }));
}

function touch(file) {
  const now = new Date();
  ifThere(() => utimesSync(file, now, now));
}

const isSame = (one, other) => one?.pid === other?.pid && one?.beat === other?.beat;

function ifThere(use) {
  try {
    return use();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
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
function breakLock(mine, file, abandoned) {
  const moved = `${mine}.dead`;
  try {
    renameSync(file, moved);
    if (!isSame(read(moved), abandoned)) linkSync(moved, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}
