import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { optionsArrived } from './lists.reducer';
import { selectListAt, selectListOptions } from './lists.selectors';

/** Asked once a list and session. Where it fails the look-ups stay empty, and opening the filters asks again. */
export function* fetchListOptions(): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  if (at === null || Object.keys(yield* select(selectListOptions)).length > 0) return;
  try {
    const options = yield* call(request<'listOptions'>, 'listOptions', { params: { list: at.name } });
    yield* put(optionsArrived({ list: at.name, options }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
