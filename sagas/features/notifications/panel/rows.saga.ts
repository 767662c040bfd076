/** Changes to rows of the panel: sent immediately, one after the other, each with an undo. */
import { buffers } from 'redux-saga';
import { STATE_CHANGES_MAX } from '../../../../contract/notifications/reader.endpoints';
import type { Notification } from '../../../../contract/notifications/notification';
import type { Failure } from '../../../../machines/failure';
import { attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { isUnanswered } from '../../../base/http/outcome';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { withActionChannel } from '../../../base/withActionChannel.saga';
import { request } from '../../../session/token/request.saga';
import { applyWritten, reader, type StateChange } from '../feed/feed.saga';
import { selectFeed } from '../feed/feed.slice';
import { selectFind } from './find.slice';
import { rowChanged, undoPressed } from '../notifications.intents';
import { loadHistoryPage } from './history.saga';
import { selectLinked } from './linked.slice';
import { selectPanel, selectPanelView } from './panel.selectors';
import { undoOffered } from './panel.slice';
import { doneText } from './panelText';
import { affectedBy, isListed, undoOf, type Row } from './rows.rules';
import { selectCount, selectRows, type WithRows } from './rows.selectors';

/** Makes changes of rows one after the other, so that each begins with the outcome of the one before. */
export function* watchRows(): SagaGenerator<void> {
  const buffer = buffers.expanding<ReturnType<typeof rowChanged> | ReturnType<typeof undoPressed>>(8);
  yield* withActionChannel([rowChanged.type, undoPressed.type], buffer, function* (presses) {
    while (true) {
      const action = yield* take(presses);
      if (rowChanged.match(action)) yield* change(action.payload);
      else yield* undo();
    }
  });
}

function* change({ id, patch }: ReturnType<typeof rowChanged>['payload']): SagaGenerator<void> {
  // A search result is a row of its own.
  const isFound = (yield* select(selectFind)).open;
  const row = isFound ? undefined : (yield* select(selectRows)).find(({ items: [newest] }) => newest.id === id);
  const item = row?.items[0] ?? (yield* find(id));
  if (item === undefined) return;
  const { failure, answer } = yield* attempt(wholeRow(row ?? { key: id, recordKey: null, items: [item] }));
  if (failure !== null) return yield* showProblem(NOT_CHANGED, failure);
  const those = affectedBy(answer, patch);
  const before = those.map((each) => ({ id: each.id, ...undoOf(each, patch) }));
  const changed = yield* send(those.map((each) => ({ id: each.id, ...patch })));
  if (changed === 'none') return;
  const clock = yield* port('clock');
  const text =
    changed === 'all'
      ? doneText(item.subject, patch, yield* call(clock.now), those.length)
      : `May have changed: ${item.subject}`;
  yield* put(undoOffered({ undo: { text, changes: before } }));
}

/** Including notifications of the row that are not loaded here. Throws CallFailed. */
function* wholeRow({ recordKey, items }: Row): SagaGenerator<Row['items']> {
  const { tab, view } = yield* select(selectPanelView);
  const count = (yield* select((state: WithRows) => selectCount(state, recordKey)))?.count;
  const isComplete = !(yield* select(selectFeed)).tabs[tab].more || (count !== undefined && count <= items.length);
  if (recordKey === null || view !== null || isComplete) return items;
  const [newest, ...others] = items;
  const further: Notification[] = [];
  for (let more = true; more;) {
    const page = yield* call(loadHistoryPage, { tab, recordKey }, further.at(-1) ?? items.at(-1));
    further.push(...page.notifications);
    more = page.more && page.notifications.length > 0;
  }
  return [newest, ...others, ...further.filter(isListed)];
}

function* undo(): SagaGenerator<void> {
  const offered = (yield* select(selectPanel)).undo;
  if (offered === null) return;
  yield* put(undoOffered({ undo: null }));
  if ((yield* send(offered.changes)) !== 'all') yield* put(undoOffered({ undo: offered }));
}

const NOT_CHANGED = 'Nothing was changed.';
const PERHAPS_CHANGED = 'It is not known whether this was changed.';
const PARTLY_CHANGED = 'Some of these may not have been changed.';

/** In parts, so that it is known whether some were changed before a failure, which a notice shows. */
function* send(changes: readonly StateChange[]): SagaGenerator<'all' | 'perhaps' | 'none'> {
  for (let from = 0; from < changes.length; from += STATE_CHANGES_MAX) {
    // By itself, because nothing has been sent if it fails.
    const who = yield* attempt(reader());
    const part = changes.slice(from, from + STATE_CHANGES_MAX);
    const sent = who.failure
      ? who
      : yield* attempt(request('changeNotifications', { body: { ...who.answer, changes: part } }));
    if (sent.failure === null) {
      yield* applyWritten(sent.answer.events);
      continue;
    }
    const isNone = from === 0 && (who.failure !== null || !isUnanswered(sent));
    yield* showProblem(isNone ? NOT_CHANGED : from === 0 ? PERHAPS_CHANGED : PARTLY_CHANGED, sent.failure);
    return isNone ? 'none' : 'perhaps';
  }
  return 'all';
}

function* showProblem(outcome: string, failure: Failure): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'negative', text: `${outcome} ${failureText(failure)}` }));
}

function* find(id: string): SagaGenerator<Notification | undefined> {
  const { tabs, recentlyRemoved } = yield* select(selectFeed);
  const { searches } = yield* select(selectPanel);
  const linked = yield* select(selectLinked);
  const found = [
    ...(linked === null ? [] : [linked]),
    ...((yield* select(selectFind)).items ?? []),
    ...Object.values(searches).flatMap((search) => search?.items ?? []),
  ];
  return [...found, ...Object.values(tabs).flatMap(({ items }) => items), ...recentlyRemoved].find(
    (each) => each.id === id,
  );
}
