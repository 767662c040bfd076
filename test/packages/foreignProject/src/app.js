import { applyMiddleware, createStore } from 'redux';
import createSagaMiddlewareModule from 'redux-saga';
import { call, cancelled, delay, fork, join, put, select, take, takeLatest } from 'redux-saga/effects';
import { findItems, log, order } from './api.js';

const createSagaMiddleware = createSagaMiddlewareModule.default ?? createSagaMiddlewareModule;
const empty = { found: [], failure: null, basket: null, orders: [] };

function reducer(state = empty, action) {
  switch (action.type) {
    case 'found':
      return { ...state, found: action.found, failure: null };
    case 'failed':
      return { ...state, failure: action.message };
    case 'basket':
      return { ...state, basket: action.item };
    case 'ordered':
      return { ...state, basket: null, orders: [...state.orders, action.item] };
    default:
      return state;
  }
}

function* search({ word }) {
  yield delay(1);
  try {
    yield put({ type: 'found', found: yield call(findItems, word) });
    yield call(log, `searched ${word}`);
  } catch (error) {
    yield put({ type: 'failed', message: error.message });
  } finally {
    if (yield cancelled()) yield call(log, 'another word');
  }
}

function* buy() {
  while (true) {
    const { item } = yield take('buy');
    yield put({ type: 'basket', item });
    const task = yield fork(checkout);
    yield join(task);
  }
}

function* checkout() {
  const item = yield select((state) => state.basket);
  const { ordered } = yield call(order, item);
  yield put({ type: 'ordered', item: ordered });
}

function* root() {
  yield takeLatest('search', search);
  yield fork(buy);
}

export function createShop(options) {
  const sagas = createSagaMiddleware(options);
  const store = createStore(reducer, applyMiddleware(sagas));
  return { store, start: () => sagas.run(root) };
}
