import { setTimeout as delay } from 'node:timers/promises';
import { isConflict } from './errors';

const MAX_TRIES = 4;
const PAUSE_MS = 20;

/** Runs a whole transaction again when the database undid it because of another one. */
export async function withRetry<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
      // At random, so that the two do not meet again.
      await delay(Math.random() * PAUSE_MS * 2 ** tries);
    }
  }
}
