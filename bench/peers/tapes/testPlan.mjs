/** The player's flow as a test of redux-saga-test-plan. */
import { expectSaga } from 'redux-saga-test-plan';
import { createWorld, rest } from './world.mjs';

export const version = 'redux-saga-test-plan 4.0.6';

export async function run(load) {
  const { apis } = createWorld();
  const { root, reducer } = load(apis);
  const page = { ids: ['jazz piano 1'], next: 'jazz piano?page=2' };
  const test = expectSaga(root)
    .withReducer(reducer)
    .call(apis.volumes.read)
    .call(apis.audio.setVolume, 80)
    .call(apis.volumes.write, 80)
    .put({ type: 'tracks/pending', list: 'jazz' })
    .call(apis.tracks.find, 'jazz')
    .call(apis.tracks.find, 'jazz piano')
    .put({ type: 'tracks/arrived', list: 'jazz piano', page })
    .not.put({ type: 'tracks/arrived', list: 'jazz', page: { ids: ['jazz 1'], next: 'jazz?page=2' } })
    .call(apis.tracks.page, 'jazz piano?page=2')
    .call(apis.tracks.address, 'jazz piano 1')
    .call(apis.audio.load, 'https://tracks.example/jazz piano 1')
    .call(apis.audio.play)
    .put({ type: 'audio/playing' })
    .put({ type: 'player/chosen', track: 'jazz piano?page=2 2' })
    .put({ type: 'tracks/failed', message: 'There is no such music' })
    .hasFinalState({
      list: 'jazz piano',
      lists: { 'jazz piano': { ids: ['jazz piano 1', 'jazz piano?page=2 2'], next: null } },
      track: 'jazz piano?page=2 2',
      isPlaying: false,
      played: 2,
      failure: 'There is no such music',
    });
  const done = test.silentRun(700);
  test.dispatch({ type: 'app/opened' });
  await rest();
  test.dispatch({ type: 'tracks/searched', list: 'jazz' });
  test.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await rest();
  test.dispatch({ type: 'tracks/more' });
  test.dispatch({ type: 'tracks/more' });
  await rest();
  test.dispatch({ type: 'player/chosen', track: 'jazz piano 1' });
  await rest(60);
  test.dispatch({ type: 'tracks/searched', list: 'silence' });
  await rest();
  test.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await rest();
  test.dispatch({ type: 'app/closed' });
  await done;
}
