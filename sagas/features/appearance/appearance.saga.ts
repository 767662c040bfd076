/** The dialog Appearance. */
import { port } from '../../base/ports/ports';
import { call, put, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { appearanceOpened, appearanceReducers, appearanceChosen, appearanceShown } from './appearance.slice';

/** A late part: reads the stored appearance when the dialog opens, and applies and stores each choice. */
export function* watchAppearance(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, appearanceReducers);
  yield* takeEvery(appearanceOpened, show);
  yield* takeEvery(appearanceChosen, choose);
}

function* show(): SagaGenerator<void> {
  const appearance = yield* port('appearance');
  yield* put(appearanceShown(yield* call(appearance.read)));
}

/** Merged with what is stored, which another tab may have changed. */
function* choose({ payload }: ReturnType<typeof appearanceChosen>): SagaGenerator<void> {
  const appearance = yield* port('appearance');
  const chosen = { ...(yield* call(appearance.read)), ...payload };
  yield* call(appearance.set, chosen);
  yield* put(appearanceShown(chosen));
}
