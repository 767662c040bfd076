/** Fetches and runs the sagas that only some screens need. */
import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { noticeShown } from '../base/notices/notices.slice';
import { loadCode } from '../base/retry.saga';
import { call, flush, fork, put, select, take, type SagaGenerator } from '../base/runtime/effects';
import { withActionChannel } from '../base/withActionChannel.saga';
import { selectRoute } from '../navigation/location/location.selectors';
import { pageMoved } from '../navigation/location/location.slice';
import type { ScreenId } from '../navigation/routes/route.types';
import { LATE_PARTS, type LatePart } from './lateParts';

/** Resolves when the parts this screen needs are loaded. */
export async function sagasOf(screen: ScreenId): Promise<void> {
  await Promise.all(
    Object.values(LATE_PARTS)
      .filter(({ screens }) => screens.includes(screen))
      .map(({ load }) => load()),
  );
}

/** Fetches each late part with the first screen that needs it, and runs it until the session ends. */
export function* runLateParts(): SagaGenerator<void> {
  for (const part of Object.values(LATE_PARTS)) yield* fork(runPart, part);
}

function* runPart(part: LatePart): SagaGenerator<void> {
  const first = yield* awaitUse(part);
  const { watch, meanwhile } = yield* withActionChannel(
    part.opens?.match ?? [],
    buffers.expanding<Action>(),
    function* (further) {
      const watch = yield* call(loadCode<() => SagaGenerator<void>>, part.load, sayMissing);
      return { watch, meanwhile: yield* flush(further) };
    },
  );
  yield* fork(watch);
  for (const action of [...(first === null ? [] : [first]), ...(Array.isArray(meanwhile) ? meanwhile : [])]) {
    yield* put(action);
    // What follows from it, such as another address, comes before the next.
    yield* call(() => Promise.resolve());
  }
}

/** After a release, the server may no longer have the files of an open page. */
function* sayMissing(): SagaGenerator<void> {
  const text = 'A part of the app could not be loaded. It may have been updated: reload the page.';
  yield* put(noticeShown({ tone: 'warning', text }));
}

/** Returns the action that is the first to be dispatched again; null where the part is needed for another reason. */
function* awaitUse({ screens, isNeeded, loadedBy, opens }: LatePart): SagaGenerator<Action | null> {
  const uses = (action: Action) => loadedBy?.match(action) === true || opens?.match(action) === true;
  while (!(yield* isAtOneOf(screens)) && !(isNeeded !== undefined && (yield* select(isNeeded)))) {
    const action = yield* take((next: Action) => pageMoved.match(next) || uses(next));
    if (!pageMoved.match(action)) return loadedBy?.match(action) === true ? null : action;
  }
  return null;
}

function* isAtOneOf(screens: readonly ScreenId[]): SagaGenerator<boolean> {
  const route = yield* select(selectRoute);
  return route !== null && screens.includes(route.screen);
}
