import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { selectNamesNeeded } from './filters.selectors';
import { optionsArrived, optionsFailed } from './lists.reducer';
import { selectListAt, selectListOptions } from './lists.selectors';

/** Asked once a list and session. Where it fails the filters say so, and opening one asks again. */
export function* fetchListOptions(): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  if (at === null || Object.keys(yield* select(selectListOptions)).length > 0) return;
  try {
    const options = yield* call(request<'listOptions'>, 'listOptions', { params: { list: at.name } });
    yield* put(optionsArrived({ list: at.name, options }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(optionsFailed({ list: at.name }));
  }
}

/** A link may come with filters whose ids need their names. The rows go first. */
export function* fetchNamesInUse(): SagaGenerator<void> {
  if (yield* select(selectNamesNeeded)) yield* call(fetchListOptions);
}
