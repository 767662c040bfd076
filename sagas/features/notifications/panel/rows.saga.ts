/** What is done with single notifications of the panel: sent at once, one after the other, and taken back with one press. */
import { buffers } from 'redux-saga';
import type { Notification, OwnState } from '../../../../contract/notifications/notification';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { actionChannel, call, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { changeNotifications, type StateChange } from '../feed/feed.saga';
import { selectFeed } from '../feed/feed.selectors';
import { rowChanged, undoPressed } from '../notifications.intents';
import { selectPanel } from './panel.selectors';
import { undoOffered } from './panel.slice';
import { doneText } from './rowTexts';

const UNTOUCHED: OwnState = { read: null, done: false, saved: false, snoozedUntil: null };

export function* watchRows(): SagaGenerator<void> {
  const presses = yield* actionChannel<ReturnType<typeof rowChanged> | ReturnType<typeof undoPressed>>(
    [rowChanged.type, undoPressed.type],
    buffers.expanding(8),
  );
  while (true) {
    const action = yield* take(presses);
    if (rowChanged.match(action)) yield* change(action.payload);
    else yield* undo();
  }
}

function* change({ id, patch }: ReturnType<typeof rowChanged>['payload']): SagaGenerator<void> {
  const item = yield* find(id);
  if (item === undefined) return;
  const { read, done, saved, snoozedUntil } = item.state ?? UNTOUCHED;
  const before: OwnState = { read, done, saved, snoozedUntil };
  if (yield* send([{ id, ...patch }]))
    yield* put(undoOffered({ undo: { text: doneText(item.subject, patch), changes: [{ id, ...before }] } }));
}

function* undo(): SagaGenerator<void> {
  const offered = (yield* select(selectPanel)).undo;
  if (offered === null) return;
  yield* put(undoOffered({ undo: null }));
  if (!(yield* send(offered.changes))) yield* put(undoOffered({ undo: offered }));
}

function* send(changes: readonly StateChange[]): SagaGenerator<boolean> {
  const { failure } = yield* attempt(call(changeNotifications, changes));
  if (failure === null) return true;
  yield* put(noticeShown({ tone: 'negative', text: `Nothing was changed. ${failureText(failure)}` }));
  return false;
}

function* find(id: string): SagaGenerator<Notification | undefined> {
  const { tabs, aside } = yield* select(selectFeed);
  const { searches } = yield* select(selectPanel);
  const found = Object.values(searches).flatMap((search) => search?.items ?? []);
  return [...found, ...Object.values(tabs).flatMap(({ items }) => items), ...aside].find((each) => each.id === id);
}
