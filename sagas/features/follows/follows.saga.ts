/** Follows and mutes what a notification or a record is about. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, put, select, takeEvery, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { followsOpened } from './follows.intents';
import {
  choicesArrived,
  choicesFailed,
  followChosen,
  followsClosed,
  followsReducers,
  keyOf,
  modeSet,
  type WithFollows,
} from './follows.slice';

/** A late part, loaded when the choices are first opened. */
export function* watchFollows(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, followsReducers);
  // Closing cancels loading.
  yield* takeLatest([followsOpened, followsClosed], load);
  yield* takeEvery(followChosen, choose);
}

function* load(action: UnknownAction): SagaGenerator<void> {
  if (!followsOpened.match(action)) return;
  const of = action.payload;
  const { failure, answer } = yield* attempt(request('followChoices', { body: { ...of } }));
  yield* failure === null
    ? put(choicesArrived({ of: keyOf(of), choices: answer.choices }))
    : put(choicesFailed(failure));
}

function* choose({ payload: { subject, mode } }: ReturnType<typeof followChosen>): SagaGenerator<void> {
  const before = (yield* select((state: WithFollows) => state.follows))?.choices?.find(
    (each) => each.subject === subject,
  );
  if (before === undefined || before.mode === mode) return;
  yield* put(modeSet({ subject, mode }));
  const { failure } = yield* attempt(request('setFollow', { body: { subject, mode } }));
  if (failure === null) return;
  yield* put(modeSet({ subject, mode: before.mode }));
  yield* put(choicesFailed(failure));
}
