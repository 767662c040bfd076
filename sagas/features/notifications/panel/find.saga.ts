/** Finds notifications in all tabs and the archive; a new search cancels the previous one. */
import type { BodyOf } from '../../../../contract/endpoints';
import { attempt } from '../../../base/http/attempt.saga';
import { port } from '../../../base/ports/ports';
import { call, put, select, takeLatest, type SagaGenerator } from '../../../base/runtime/effects';
import { currentUser } from '../../../session/activeSession.saga';
import { request } from '../../../session/token/request.saga';
import { findShown, panelClosed } from '../notifications.intents';
import {
  findFailed,
  findMoreRequested,
  findRequested,
  findSubmitted,
  findToggled,
  notificationFindReducers,
  notificationsFound,
  selectFind,
} from './find.slice';
import { panelOpened } from './panel.slice';

/** Searches the panel with the values of the form, and adds the state of the results. */
export function* watchFind(): SagaGenerator<void> {
  yield* takeLatest([findSubmitted, findShown, findMoreRequested, findToggled, panelClosed, panelOpened], find);
  const parts = yield* port('parts');
  yield* call(parts.add, notificationFindReducers);
}

function* find({ type }: { readonly type: string }): SagaGenerator<void> {
  const { problem } = yield* select(selectFind);
  // Closing the form, or showing something else, only ends the search.
  const isOver = [findToggled.type, panelClosed.type, panelOpened.type].includes(type);
  if (isOver || problem !== null) return;
  yield* put(findRequested());
  const { failure, answer } = yield* attempt(findPage());
  if (failure !== null) yield* put(findFailed({ failure }));
  else yield* put(notificationsFound(answer));
}

function* findPage() {
  const { userId } = yield* currentUser();
  const { wanted, items } = yield* select(selectFind);
  const { away, ...conditions } = wanted;
  const last = items?.at(-1);
  const given = Object.entries(conditions).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()]],
  );
  const body = {
    userId,
    ...(Object.fromEntries(given) as Omit<BodyOf<'findNotifications'>, 'userId'>),
    ...(away === 'yes' && { away: true }),
    ...(last && { before: last.sequence }),
  };
  return yield* request('findNotifications', { body });
}
