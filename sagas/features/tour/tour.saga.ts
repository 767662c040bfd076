/** Starts the tour for new users, leads to the pages it points into, and saves their progress. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, put, select, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { selectPersistentQuery, selectPathname } from '../../navigation/location/location.selectors';
import { navigateRequested } from '../../navigation/location/location.slice';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { selectTouring, tourOpened } from './tour.intents';
import { tourEnded, tourReducers, tourResumed, tourStepChosen } from './tour.slice';
import { pageOfStep } from './tour.steps';

/** A late part: starts the tour at the user's saved step, and saves each further step. */
export function* watchTour(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, tourReducers);
  yield* takeLatest([tourStepChosen, tourEnded], save);
  yield* takeLatest([tourOpened, tourStepChosen], lead);
  const user = yield* select(selectUser);
  if (user?.tourStep === undefined || (yield* select(selectTouring))) return;
  // A new sign-in must not leave the first screen: if the saved step is on another page, the tour starts over.
  const isElsewhere = (yield* pageElsewhere(user, user.tourStep)) !== null;
  yield* put(tourResumed({ step: isElsewhere ? 0 : user.tourStep }));
}

/** The page that the step points into, if it is not the current one. */
function* pageElsewhere(user: UserInfo, step: number): SagaGenerator<string | null> {
  const page = pageOfStep(user, step);
  return page === (yield* select(selectPathname)) ? null : page;
}

function* lead(action: ReturnType<typeof tourOpened | typeof tourStepChosen>): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null) return;
  const page = yield* pageElsewhere(user, tourStepChosen.match(action) ? action.payload.step : 0);
  if (page !== null) yield* put(navigateRequested({ to: page + (yield* select(selectPersistentQuery)) }));
}

/** A failure is not shown: at worst a step is repeated. */
function* save(action: ReturnType<typeof tourStepChosen | typeof tourEnded>): SagaGenerator<void> {
  const step = tourStepChosen.match(action) ? action.payload.step : null;
  yield* attempt(request('saveTour', { body: { step } }));
}
