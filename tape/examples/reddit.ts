/** Posts of a subreddit: the last choice wins, loaded posts are not fetched again unless the user refreshes. */
import createSagaMiddleware, { type SagaMiddlewareOptions, type Task } from 'redux-saga';
import { call, cancel, fork, put, select, take } from 'redux-saga/effects';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { defineApp } from '..';
import { fetchPosts, now } from './apis';

interface State {
  readonly selected: string;
  readonly posts: Readonly<Record<string, { readonly items: readonly string[]; readonly at: number }>>;
}

function reducer(state: State = { selected: 'reactjs', posts: {} }, action: UnknownAction): State {
  const { reddit } = action as { readonly reddit?: string };
  switch (action.type) {
    case 'reddit/selected':
      return { ...state, selected: String(reddit) };
    case 'reddit/received': {
      const { items, at } = action as unknown as State['posts'][string];
      return { ...state, posts: { ...state.posts, [String(reddit)]: { items, at } } };
    }
    default:
      return state;
  }
}

const getSelected = (state: State) => state.selected;
const getPosts = (state: State) => state.posts;

function* loadPosts(reddit: string): Generator<unknown, void, never> {
  yield put({ type: 'reddit/requested', reddit });
  const items: readonly string[] = yield call(fetchPosts, reddit);
  const at: number = yield call(now);
  yield put({ type: 'reddit/received', reddit, items, at });
}

function* watchRefresh(): Generator<unknown, void, never> {
  while (true) {
    const { reddit }: { readonly reddit: string } = yield take('reddit/refreshed');
    yield call(loadPosts, reddit);
  }
}

function* watchSelected(): Generator<unknown, void, never> {
  let before: string = yield select(getSelected);
  let task: Task = yield fork(loadPosts, before);
  while (true) {
    yield take('reddit/selected');
    const selected: string = yield select(getSelected);
    const posts: State['posts'] = yield select(getPosts);
    if (selected === before || posts[selected]) continue;
    before = selected;
    yield cancel(task);
    task = yield fork(loadPosts, selected);
  }
}

function* root(): Generator<unknown, void, never> {
  yield fork(watchSelected);
  yield fork(watchRefresh);
}

export function createReddit(options?: SagaMiddlewareOptions) {
  const sagas = createSagaMiddleware(options);
  const store = configureStore({ reducer, middleware: (defaults) => defaults({ thunk: false }).concat(sagas) });
  return { store, start: () => sagas.run(root) };
}

export const app = defineApp({ name: 'reddit', boot: (harness) => createReddit(harness) });
