/** Starts the tour for new users, and saves their progress. */
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports';
import { call, put, select, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { selectTouring } from './tour.intents';
import { tourEnded, tourReducers, tourResumed, tourStepChosen } from './tour.slice';

/** A late part. */
export function* watchTour(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, tourReducers);
  yield* takeLatest([tourStepChosen, tourEnded], save);
  const step = (yield* select(selectUser))?.tourStep;
  if (step !== undefined && !(yield* select(selectTouring))) yield* put(tourResumed({ step }));
}

/** A failure is not shown: at worst a step is repeated. */
function* save(action: ReturnType<typeof tourStepChosen | typeof tourEnded>): SagaGenerator<void> {
  const step = tourStepChosen.match(action) ? action.payload.step : null;
  yield* attempt(request('saveTour', { body: { step } }));
}
