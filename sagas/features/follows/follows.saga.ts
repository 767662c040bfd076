/** Follows and mutes what a notification or a record is about. */
import type { UnknownAction } from '@reduxjs/toolkit';
import type { Followed, FollowMode } from '../../../contract/notifications/channels.endpoints';
import { attempt } from '../../base/http/attempt.saga';
import { failureText } from '../../base/http/failureText';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, put, select, takeEvery, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { followsOpened } from './follows.intents';
import {
  followChoicesArrived,
  followChoicesFailed,
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
  yield* takeEvery(followChosen, choose, new Map());
}

/** The last chosen mode of each subject that is being saved. */
type PendingChoices = Map<string, FollowMode | null>;

function* load(action: UnknownAction): SagaGenerator<void> {
  if (!followsOpened.match(action)) return;
  const of = action.payload;
  const { failure, answer } = yield* attempt(request('followChoices', { body: { ...of } }));
  yield* failure === null
    ? put(followChoicesArrived({ of: keyOf(of), choices: answer.choices }))
    : put(followChoicesFailed({ failure, mayBeSaved: false }));
}

/** Saves one choice of a subject at a time; of the choices made meanwhile only the last is sent. */
function* choose(
  wanted: PendingChoices,
  { payload: { subject, mode } }: ReturnType<typeof followChosen>,
): SagaGenerator<void> {
  const before = yield* select(shownChoice, subject);
  if (before === undefined || before.mode === mode) return;
  yield* put(modeSet({ subject, mode }));
  const isSaving = wanted.has(subject);
  wanted.set(subject, mode);
  if (isSaving) return;
  try {
    yield* save(wanted, before);
  } finally {
    wanted.delete(subject);
  }
}

function* save(wanted: PendingChoices, { subject, label, mode: before }: Followed): SagaGenerator<void> {
  let saved = before;
  // A choice after `saved` may be in effect, although its answer was lost.
  let mayBeSaved = false;
  while (true) {
    const mode = wanted.get(subject) ?? null;
    const { failure, mayBeDone } = yield* sendAgain(() => request('setFollow', { body: { subject, mode } }));
    if (failure === null) saved = mode;
    mayBeSaved = failure !== null && (mayBeSaved || mayBeDone);
    if ((wanted.get(subject) ?? null) !== mode) continue;
    const shown = (yield* select(shownChoice, subject))?.mode;
    if (failure === null) {
      // The choices may have been loaded again before this was saved.
      if (shown !== undefined && shown !== mode) yield* put(modeSet({ subject, mode }));
      return;
    }
    if (shown === mode) {
      yield* put(modeSet({ subject, mode: saved }));
      yield* put(followChoicesFailed({ failure, mayBeSaved }));
    } else {
      // The choices are closed, or no longer show what was chosen.
      const outcome = mayBeSaved
        ? `It is not known whether your choice to follow or mute ${label} was saved.`
        : `Your choice to follow or mute ${label} was not saved.`;
      yield* put(noticeShown({ tone: 'negative', text: `${outcome} ${failureText(failure)}` }));
    }
    return;
  }
}

/** Undefined while the choices are closed or about something else. */
const shownChoice = ({ follows }: WithFollows, subject: string): Followed | undefined =>
  follows?.choices?.find((each) => each.subject === subject);
