import { call, put, takeLatest, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { choicesArrived, choicesFailed } from './choices.reducer';
import { supplierChosen } from './users.intents';

/** Choosing another supplier cancels the question about the one before. */
export function* watchChoices(): SagaGenerator<void> {
  yield* takeLatest(supplierChosen, fetchChoices);
}

function* fetchChoices({ payload: { organizationId } }: ReturnType<typeof supplierChosen>): SagaGenerator<void> {
  try {
    const roles = yield* call(request<'roleChoices'>, 'roleChoices', { params: { organizationId } });
    yield* put(choicesArrived({ organizationId, roles }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(choicesFailed({ failure: error.failure }));
  }
}
