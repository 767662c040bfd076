/** The player's flow as a test of redux-saga-tester: actions, final state, and the calls that mocks received. */
import assert from 'node:assert/strict';
import tester from 'redux-saga-tester';
import { createWorld, rest } from './world.mjs';

export const version = 'redux-saga-tester 1.0.874';

export async function run(load) {
  const { apis, calls } = createWorld();
  const { root, reducer } = load(apis);
  const saga = new tester.default({ initialState: reducer(undefined, { type: 'start' }), reducers: reducer });
  saga.start(root);
  saga.dispatch({ type: 'app/opened' });
  await rest();
  saga.dispatch({ type: 'tracks/searched', list: 'jazz' });
  saga.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await saga.waitFor('tracks/arrived');
  saga.dispatch({ type: 'tracks/more' });
  saga.dispatch({ type: 'tracks/more' });
  await rest();
  saga.dispatch({ type: 'player/chosen', track: 'jazz piano 1' });
  await rest(60);
  saga.dispatch({ type: 'tracks/searched', list: 'silence' });
  await Promise.race([saga.waitFor('tracks/failed'), rest(100)]);
  saga.dispatch({ type: 'tracks/searched', list: 'jazz piano' });
  await rest();
  saga.dispatch({ type: 'app/closed' });
  assert.deepEqual(
    saga.getCalledActions().map(({ type, list, track }) => [type, list ?? track].join(' ').trim()),
    [
      ...['app/opened', 'audio/volume', 'tracks/searched jazz', 'tracks/pending jazz', 'tracks/searched jazz piano'],
      ...['tracks/pending jazz piano', 'tracks/arrived jazz piano'],
      ...['tracks/more', 'tracks/pending jazz piano', 'tracks/more', 'tracks/pending jazz piano'],
      ...['tracks/arrived jazz piano', 'player/chosen jazz piano 1', 'audio/playing', 'audio/ended'],
      ...['player/chosen jazz piano?page=2 2', 'audio/playing', 'audio/ended'],
      ...[
        'tracks/searched silence',
        'tracks/pending silence',
        'tracks/failed',
        'tracks/searched jazz piano',
        'app/closed',
      ],
    ],
  );
  assert.deepEqual(saga.getState(), {
    list: 'jazz piano',
    lists: { 'jazz piano': { ids: ['jazz piano 1', 'jazz piano?page=2 2'], next: null } },
    track: 'jazz piano?page=2 2',
    isPlaying: false,
    played: 2,
    failure: 'There is no such music',
  });
  assert.deepEqual(calls, [
    ...['listen', 'read()', 'setVolume(80)', 'write(80)', 'find(jazz)', 'find(jazz piano)'],
    ...['page(jazz piano?page=2)', 'page(jazz piano?page=2)'],
    ...['address(jazz piano 1)', 'load(https://tracks.example/jazz piano 1)', 'play()'],
    ...['address(jazz piano?page=2 2)', 'load(https://tracks.example/jazz piano?page=2 2)', 'play()'],
    ...['find(silence)', 'listen no more'],
  ]);
}
