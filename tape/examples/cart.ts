/**
 * The classic shopping cart: products are loaded at the start, and one checkout at a time runs, which can be cancelled.
 */
import createSagaMiddleware, { type SagaMiddlewareOptions } from 'redux-saga';
import { all, call, fork, put, race, select, take, takeEvery } from 'redux-saga/effects';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { defineApp, wrapImport } from '..';
import * as apis from './apis';

const { shop } = wrapImport('apis', apis);

interface State {
  readonly products: readonly { readonly id: number; readonly price: number }[];
  readonly cart: readonly number[];
  readonly orders: number;
}
const empty: State = { products: [], cart: [], orders: 0 };

function reducer(state = empty, action: UnknownAction): State {
  switch (action.type) {
    case 'cart/arrived':
      return { ...state, products: action['products'] as State['products'] };
    case 'cart/added':
      return { ...state, cart: [...state.cart, action['id'] as number] };
    case 'cart/bought':
      return { ...state, cart: [], orders: state.orders + (action['order'] as number) };
    default:
      return state;
  }
}

function* getProducts(): Generator<unknown, void, never> {
  const products: State['products'] = yield call(shop.products);
  yield put({ type: 'cart/arrived', products });
}

function* checkStock({ id }: { readonly type: 'cart/wanted'; readonly id: number }): Generator<unknown, void, never> {
  // A promise without an effect, as many apps yield it.
  const { left }: { readonly left: number } = yield shop.stock(id);
  if (left > 0) yield put({ type: 'cart/added', id });
}

function* checkout(): Generator<unknown, void, never> {
  const cart: readonly number[] = yield select((state: State) => state.cart);
  yield call(shop.log, 'checkout');
  const { order }: { readonly order: number } = yield call(shop.buy, cart);
  yield put({ type: 'cart/bought', order });
  yield call([shop, 'log'], 'bought');
}

function* watchCheckout(): Generator<unknown, void, never> {
  while (true) {
    yield take('cart/checkout');
    yield race({ done: call(checkout), off: take('cart/kept') });
  }
}

function* root(): Generator<unknown, void, never> {
  yield all([fork(getProducts), takeEvery('cart/wanted', checkStock as never), fork(watchCheckout)]);
}

export function createCart(options?: SagaMiddlewareOptions) {
  const sagas = createSagaMiddleware(options);
  const store = configureStore({ reducer, middleware: (defaults) => defaults({ thunk: false }).concat(sagas) });
  return { store, start: () => sagas.run(root) };
}

export const app = defineApp({ name: 'cart', boot: (harness) => createCart(harness) });
