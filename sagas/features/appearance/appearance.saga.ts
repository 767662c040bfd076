/** The dialog Appearance. */
import { port } from '../../base/ports';
import { call, put, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { appearanceOpened, appearanceReducers, lookChosen, lookShown } from './appearance.slice';

/** A late part. */
export function* watchAppearance(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, appearanceReducers);
  yield* takeEvery(appearanceOpened, showLook);
  yield* takeEvery(lookChosen, chooseLook);
}

function* showLook(): SagaGenerator<void> {
  const appearance = yield* port('appearance');
  yield* put(lookShown(yield* call(appearance.look)));
}

/** Added to what is kept, which another tab may have changed. */
function* chooseLook({ payload }: ReturnType<typeof lookChosen>): SagaGenerator<void> {
  const appearance = yield* port('appearance');
  const look = { ...(yield* call(appearance.look)), ...payload };
  yield* call(appearance.setLook, look);
  yield* put(lookShown(look));
}
