import { applyMiddleware, createStore } from 'redux';
import createSagaMiddlewareModule from 'redux-saga';
import { call } from 'redux-saga/effects';
import { createRecorder } from 'saga-tapes';
import prices from './src/prices';

jest.mock('./src/prices', () => require('saga-tapes').wrapImport('prices', jest.requireActual('./src/prices')));

it('a default import of a mocked module has its name on the tape', () => {
  const recorder = createRecorder({ app: 'shop 1.0' });
  const createSagaMiddleware = createSagaMiddlewareModule.default ?? createSagaMiddlewareModule;
  const sagas = createSagaMiddleware(recorder);
  createStore(() => null, applyMiddleware(sagas));
  sagas.run(function* root() {
    yield call(prices.of, 'shoe');
  });
  recorder.stop();
  expect(recorder.finish()).toContain('CALL:prices.of#1","args":["shoe"],"value":40');
});
