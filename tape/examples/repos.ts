/** Pages of repositories, as larger apps have them: sagas made by `bind`, a cache, more pages, a callback. */
import createSagaMiddleware, { channel, type SagaMiddlewareOptions } from 'redux-saga';
import { all, call, cps, fork, put, select, take, takeLatest } from 'redux-saga/effects';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { defineApp } from '..';
import { getPage, getUser, readCookie, type Page } from './apis';

interface State {
  readonly users: Readonly<Record<string, unknown>>;
  readonly starred: Readonly<Record<string, Page>>;
  readonly cookie: string | null;
}

function reducer(state: State = { users: {}, starred: {}, cookie: null }, action: UnknownAction): State {
  const { id, response } = action as { readonly id?: string; readonly response?: unknown };
  switch (action.type) {
    case 'user/success':
      return { ...state, users: { ...state.users, [String(id)]: response } };
    case 'starred/success': {
      const page = response as Page;
      const names = [...(state.starred[String(id)]?.names ?? []), ...page.names];
      return { ...state, starred: { ...state.starred, [String(id)]: { ...page, names } } };
    }
    case 'cookie/read':
      return { ...state, cookie: action['value'] as string };
    default:
      return state;
  }
}

function* fetchEntity(
  entity: string,
  ask: (key: string) => Promise<unknown>,
  id: string,
  url = id,
): Generator<unknown, void, never> {
  yield put({ type: `${entity}/request`, id });
  const response: unknown = yield call(ask, url);
  yield put({ type: `${entity}/success`, id, response });
}
const fetchUser = fetchEntity.bind(null, 'user', getUser);
const fetchStarred = fetchEntity.bind(null, 'starred', getPage);

function* loadUser(login: string): Generator<unknown, void, never> {
  if (!(yield select((state: State) => state.users[login]))) yield call(fetchUser, login);
}
function* loadStarred(login: string, isMore: boolean): Generator<unknown, void, never> {
  const known = (yield select((state: State) => state.starred[login])) as Page | undefined;
  if (known === undefined) yield call(fetchStarred, login, `users/${login}/starred`);
  else if (isMore && known.next) yield call(fetchStarred, login, known.next);
}

const pages = channel<string>();

/** Leaving a page cancels loading it. */
function* openPage({ login }: { readonly type: string; readonly login: string }): Generator<unknown, void, never> {
  yield fork(loadUser, login);
  yield fork(loadStarred, login, false);
  yield put(pages, login);
}
function* watchMore(): Generator<unknown, void, never> {
  while (true) {
    const { login }: { readonly login: string } = yield take('repos/more');
    yield fork(loadStarred, login, true);
  }
}
function* remember(): Generator<unknown, void, never> {
  while (true) {
    const login: string = yield take(pages);
    yield put({ type: 'cookie/read', value: yield cps(readCookie, login) });
  }
}

function* root(): Generator<unknown, void, never> {
  yield all([takeLatest('repos/opened', openPage as never), fork(watchMore), fork(remember)]);
}

export function createRepos(options?: SagaMiddlewareOptions) {
  const sagas = createSagaMiddleware(options);
  const store = configureStore({ reducer, middleware: (defaults) => defaults({ thunk: false }).concat(sagas) });
  return { store, start: () => sagas.run(root) };
}

export const app = defineApp({ name: 'repos', boot: (harness) => createRepos(harness) });
