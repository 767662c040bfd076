/** The number of tasks due, for the icon in the bar: the only part of tasks that every page shows. */
import type { Action } from '@reduxjs/toolkit';
import { pause } from '../../base/clock.saga';
import { AFTER_MIDNIGHT_MS, toNextLocalDay } from '../../base/dates';
import { pageBecameVisible } from '../../base/pageSignals.saga';
import { port } from '../../base/ports/ports';
import { call, cancel, fork, put, race, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { eventsApplied, selectFeed } from '../notifications/feed/feed.slice';
import { dueCounted, taskChanged } from './tasks.slice';
import { attempt } from '../../base/http/attempt.saga';

/** Delayed, so that the shell loads first. */
const DUE_CHECK_MS = 1_000;

/** Counts after sign-in, soon after each midnight, and whenever a task may have changed. */
export function* watchDueTasks(): SagaGenerator<void> {
  const clock = yield* port('clock');
  while (true) {
    const checking = yield* fork(checkDue);
    yield* race({
      here: take(taskChanged),
      elsewhere: call(awaitChangeElsewhere),
      nextDay: call(pause, toNextLocalDay((yield* call(clock.now)) - AFTER_MIDNIGHT_MS)),
    });
    yield* cancel(checking);
  }
}

/** Returns when a task may have become due or been changed elsewhere: after its notification, or the user's return. */
export function* awaitChangeElsewhere(): SagaGenerator<void> {
  while (true) {
    const action: Action = yield* take([pageBecameVisible.type, eventsApplied.type]);
    if (!eventsApplied.match(action)) return;
    const { tabs, recentlyRemoved } = yield* select(selectFeed);
    const isAboutTask = action.payload.events.some(({ notification, changed }) => {
      const known = changed && [...tabs[changed.tab].items, ...recentlyRemoved].find(({ id }) => id === changed.id);
      return (notification ?? known)?.subCategoryCode === 'TASK_DUE';
    });
    if (isAboutTask) return;
  }
}

/** If the count fails, the icon stays as it is. */
function* checkDue(): SagaGenerator<void> {
  yield* call(pause, DUE_CHECK_MS);
  const { failure, answer: count } = yield* attempt(request('tasksDueToday', {}));
  if (failure === null) yield* put(dueCounted(count));
}
