/**
 * The server does its periodic work only when a test lets the time pass, by `jest.advanceTimersByTime`. Dates and
 * delays stay real. Call it before the server starts.
 */
export function holdIntervals(): void {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  });
}
