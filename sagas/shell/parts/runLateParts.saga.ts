/** Fetches each late part with the first screen that needs it, and runs it until the session ends. */
import { call, fork, select, take, type SagaGenerator } from '../../effects';
import { pageMoved } from '../navigation/navigation.actions';
import type { ScreenId } from '../routes/route.types';
import { selectRoute } from '../shell.selectors';
import { fetched } from './fetched.saga';
import { LATE_PARTS, type LatePart } from './late.parts';

export function* runLateParts(): SagaGenerator<void> {
  for (const part of Object.values(LATE_PARTS)) yield* fork(runPart, part);
}

function* runPart({ screens, load }: LatePart): SagaGenerator<void> {
  while (!(yield* isAtOneOf(screens))) yield* take(pageMoved);
  const watch = yield* call(fetched<() => SagaGenerator<void>>, load);
  yield* call(watch);
}

function* isAtOneOf(screens: readonly ScreenId[]): SagaGenerator<boolean> {
  const route = yield* select(selectRoute);
  return route !== null && screens.includes(route.screen);
}
