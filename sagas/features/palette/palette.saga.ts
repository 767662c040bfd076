/** The palette: finds records while the user types, and runs what they choose. */
import type { Action } from '@reduxjs/toolkit';
import { FIND_MAX_LENGTH } from '../../../contract/records/records.endpoints';
import { pause } from '../../base/clock.saga';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, put, takeEvery, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import {
  paletteChosen,
  paletteClosed,
  paletteFailed,
  paletteFound,
  paletteReducers,
  paletteTyped,
} from './palette.slice';

/** A pause of this length (ms) in typing starts the search. */
const TYPING_PAUSE_MS = 120;

/** A late part: searches after a pause in typing, and dispatches the action of the chosen entry. */
export function* watchPalette(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, paletteReducers);
  yield* takeLatest([paletteTyped, paletteChosen, paletteClosed], find);
  yield* takeEvery(paletteChosen, doChosen);
}

/** Searches for records; the next letter, a choice and closing cancel it. */
function* find(action: Action): SagaGenerator<void> {
  if (!paletteTyped.match(action)) return;
  const q = action.payload.text.trim().slice(0, FIND_MAX_LENGTH);
  if (q === '') return;
  yield* call(pause, TYPING_PAUSE_MS);
  const { failure, answer } = yield* attempt(request('recordsFound', { query: { q } }));
  yield* put(failure ? paletteFailed({ failure }) : paletteFound(answer));
}

function* doChosen({ payload: { does } }: ReturnType<typeof paletteChosen>): SagaGenerator<void> {
  yield* put({ ...does });
}
