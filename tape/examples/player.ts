/** A music player, as in a larger app: searches, paged lists, an audio element, and a stored volume. */
import createSagaMiddleware, {
  eventChannel,
  type EventChannel,
  type SagaMiddlewareOptions,
  type Task,
} from 'redux-saga';
import { all, call, cancel, fork, put, select, take, takeLatest } from 'redux-saga/effects';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { defineApp } from '..';
import { audio, listenToAudio, tracks, volumes, type TrackPage } from './apis';

interface State {
  readonly list: string;
  readonly lists: Readonly<Record<string, TrackPage>>;
  readonly track: string | null;
  readonly isPlaying: boolean;
  readonly played: number;
  readonly failure: string | null;
}
const empty: State = { list: '', lists: {}, track: null, isPlaying: false, played: 0, failure: null };

export function reducer(state = empty, action: UnknownAction): State {
  const { list = '', page } = action as { readonly list?: string; readonly page?: TrackPage };
  switch (action.type) {
    case 'tracks/searched':
      return { ...state, list };
    case 'tracks/arrived': {
      const ids = [...(state.lists[list]?.ids ?? []), ...(page?.ids ?? [])];
      return { ...state, lists: { ...state.lists, [list]: { ids, next: page?.next ?? null } } };
    }
    case 'tracks/failed':
      return { ...state, failure: action['message'] as string };
    case 'player/chosen':
      return { ...state, track: action['track'] as string };
    case 'audio/playing':
      return { ...state, isPlaying: true };
    case 'audio/ended':
      return { ...state, isPlaying: false, played: state.played + 1 };
    default:
      return state;
  }
}

const getList = (state: State) => state.lists[state.list];
const getTrack = (state: State) => state.track;
/** The one after the current one. */
function getNext(state: State): string | undefined {
  const ids = getList(state)?.ids ?? [];
  return ids[ids.indexOf(state.track ?? '') + 1];
}

function* fetchTracks(
  ask: (query: string) => Promise<TrackPage>,
  list: string,
  query = list,
): Generator<unknown, void, never> {
  try {
    yield put({ type: 'tracks/pending', list });
    const page: TrackPage = yield call(ask, query);
    yield put({ type: 'tracks/arrived', list, page });
  } catch (error) {
    yield put({ type: 'tracks/failed', message: (error as Error).message });
  }
}
const fetchFound = fetchTracks.bind(null, tracks.find);
const fetchPage = fetchTracks.bind(null, tracks.page);

function* search({ list }: { readonly type: string; readonly list: string }): Generator<unknown, void, never> {
  if (!(yield select(getList))) yield call(fetchFound, list);
}

function* loadMore(): Generator<unknown, void, never> {
  const list: string = yield select((state: State) => state.list);
  const { next }: TrackPage = yield select(getList);
  if (next !== null) yield call(fetchPage, list, next);
}

function* subscribe(): Generator<unknown, void, never> {
  const channel: EventChannel<UnknownAction> = yield call(eventChannel, listenToAudio as never);
  try {
    while (true) yield put((yield take(channel)) as UnknownAction);
  } finally {
    channel.close();
  }
}

function* setVolume(): Generator<unknown, void, never> {
  const volume: number | null = yield call(volumes.read);
  yield call(audio.setVolume, volume ?? 50);
}

function* keepVolume({ volume }: { readonly type: string; readonly volume: number }): Generator<unknown, void, never> {
  yield call(volumes.write, volume);
}

function* playChosen(): Generator<unknown, void, never> {
  const track: string = yield select(getTrack);
  const url: string = yield call(tracks.address, track);
  yield call(audio.load, url);
  yield call(audio.play);
}

function* playNext(): Generator<unknown, void, never> {
  const track = (yield select(getNext)) as string | undefined;
  if (track !== undefined) yield put({ type: 'player/chosen', track });
}

const each = (type: string, saga: (action: never) => Generator<unknown, void, never>) =>
  function* watch(): Generator<unknown, void, never> {
    while (true) yield fork(saga, yield take(type));
  };

function* watchNotificationLink(): Generator<unknown, void, never> {
  while (true) {
    yield take('app/opened');
    const task: Task = yield fork(subscribe);
    yield fork(setVolume);
    yield take('app/closed');
    yield cancel(task);
  }
}

export function* root(): Generator<unknown, void, never> {
  yield all([
    fork(watchNotificationLink),
    takeLatest('tracks/searched', search as never),
    takeLatest('tracks/more', loadMore),
    fork(each('player/chosen', playChosen)),
    fork(each('audio/ended', playNext)),
    fork(each('audio/volume', keepVolume)),
  ]);
}

export function createPlayer(options?: SagaMiddlewareOptions) {
  const sagas = createSagaMiddleware(options);
  const store = configureStore({ reducer, middleware: (defaults) => defaults({ thunk: false }).concat(sagas) });
  return { store, start: () => sagas.run(root) };
}

export const app = defineApp({ name: 'player', boot: (harness) => createPlayer(harness) });
