/** Milliseconds, for what lasts: unlike the hour of the day they never go back. */
export const elapsedMs = (): number => performance.now();
