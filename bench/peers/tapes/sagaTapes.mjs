/** The player's flow as a tape: the code that records it once. The replay calls nothing outside the sagas. */
import { createWorld, rest } from './world.mjs';

export const version = 'saga-tapes';

export async function record({ createRecorder }, load) {
  const recorder = createRecorder({ app: 'player' });
  const { sagaMonitor, effectMiddlewares } = recorder;
  const { store, start } = load(createWorld().apis).createPlayer({ sagaMonitor, effectMiddlewares });
  start();
  store.dispatch({ type: 'app/opened' });
  await rest();
  store.dispatch({ type: 'tracks/searched', list: 'jazz' });
  store.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await rest();
  store.dispatch({ type: 'tracks/more' });
  store.dispatch({ type: 'tracks/more' });
  await rest();
  store.dispatch({ type: 'player/chosen', track: 'jazz piano 1' });
  await rest(60);
  store.dispatch({ type: 'tracks/searched', list: 'silence' });
  await rest();
  store.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await rest();
  store.dispatch({ type: 'app/closed' });
  recorder.stop();
  return recorder.finish();
}

export async function run({ play, readTape, linesOf }, load, text) {
  const flow = await play(load(createWorld().apis).app, readTape('player', linesOf(text)));
  if (flow.divergence) throw new Error(flow.divergence.headline);
}
