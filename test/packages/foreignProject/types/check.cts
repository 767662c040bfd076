import tapes = require('saga-tapes');

const app = tapes.defineApp({
  boot: (_harness: object, _given: null) => ({
    store: { dispatch: () => null, getState: () => ({ count: 1 }) },
    start: () => ({ isRunning: () => false, cancel: () => {} }),
  }),
});
const flow: Promise<tapes.Flow<{ count: number }>> = tapes.play(app, tapes.readTape('x', tapes.linesOf('')));
export = flow;
