/**
 * Toasts of candidates' messages. Live messages come from the chat; after an absence the tab that shows toasts fetches
 * the missed ones. Each message is shown once and counts as seen in all tabs; the thread on screen needs no toast.
 */
import type { ChatItem } from '../../../../contract/notifications/notification';
import { port } from '../../../base/ports/ports';
import { call, put, select, takeEvery, takeLeading, type SagaGenerator } from '../../../base/runtime/effects';
import { selectUser } from '../../../session/session.selectors';
import { request } from '../../../session/token/request.saga';
import { caughtUp, selectFeed } from '../feed/feed.slice';
import { chatToastsOf } from './toastQueue';
import { showToasts } from './toasts.saga';
import { chatReceived, selectAttention } from './toasts.slice';
import { attempt } from '../../../base/http/attempt.saga';

/** How many shown messages are remembered. */
const MAX_KNOWN = 500;

/** Parts of the chat, passed in by the app. */
export interface ChatToastUses {
  /** The candidate whose thread the user sees in this tab. */
  readonly threadOnScreen: () => SagaGenerator<string | null>;
}

/** Shows a toast for each new message, and after a catch-up fetches the missed ones. */
export function* watchChatToasts(uses: ChatToastUses): SagaGenerator<void> {
  const known = new Set<string>();
  yield* takeEvery(chatReceived, function* ({ payload: { items } }) {
    const fresh = items.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    for (const id of [...known].slice(0, Math.max(0, known.size - MAX_KNOWN))) known.delete(id);
    if (fresh.length === 0) return;
    yield* remember(fresh);
    const onScreen = yield* uses.threadOnScreen();
    const unseen = fresh.filter(({ candidateId }) => candidateId !== onScreen);
    if (unseen.length > 0) yield* showToasts(chatToastsOf(unseen));
  });
  yield* takeLeading(caughtUp, loadMissed);
}

/** Stores the date of the newest message, for this user in this browser. */
function* remember(items: readonly ChatItem[]): SagaGenerator<void> {
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const newest = items.map(({ createdDate }) => createdDate).reduce((a, b) => (a > b ? a : b));
  const before = yield* lastSeen();
  if (user !== null && (before === null || newest > before))
    yield* call(storage.write, 'chatSeen', `${user.userId} ${newest}`);
}

/** The stored date, or else the last reading. Both are times of the server's clock. */
function* lastSeen(): SagaGenerator<string | null> {
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const [userId, date] = ((yield* call(storage.read, 'chatSeen')) ?? '').split(' ');
  if (userId === user?.userId && !Number.isNaN(Date.parse(date ?? ''))) return date ?? null;
  return (yield* select(selectFeed)).lastReadDate;
}

function* loadMissed(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  const showsToasts = (yield* select(selectAttention))?.showsToasts === true;
  const lastCreatedDate = yield* lastSeen();
  if (user === null || !showsToasts || lastCreatedDate === null || !user.permissions.includes('MENU_CANDIDATE')) return;
  // After a failure the next catch-up starts from the same date.
  const { answer } = yield* attempt(
    request('unreadChatMessages', { body: { candidateIds: [], lastCreatedDate, userId: user.userId } }),
  );
  if (answer !== null && answer.records.length > 0)
    yield* put(chatReceived({ items: answer.records.slice().reverse() }));
}
