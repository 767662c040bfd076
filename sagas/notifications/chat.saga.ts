/**
 * What candidates write. Live messages come over the socket; after an absence the tab that speaks asks for what it
 * missed. Each message is shown once, whichever way and however often it comes, and counts as seen in all tabs.
 */
import { call, put, select, takeEvery, takeLeading, type SagaGenerator } from '../effects';
import type { ChatItem } from '../../contract/notifications';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { port } from '../ports';
import type { peerChatted } from '../session/peers.events';
import { selectGrant, selectUser } from '../session/session.selectors';
import { caughtUp, chatHeard } from './notifications.events';
import { selectAttention, selectFeed } from './notifications.selectors';
import { raise } from './toasts.saga';
import { chatToastsOf } from './toasts';

/** Of so many messages it is remembered that they were shown. */
const KNOWN_MOST = 500;

const keyOf = ({ candidateId, createdDate, text }: ChatItem): string => `${candidateId} ${createdDate} ${text ?? ''}`;

export function* watchChat(): SagaGenerator<void> {
  const known = new Set<string>();
  yield* takeEvery(chatHeard, function* ({ payload: { items } }) {
    const fresh = items.filter((item) => !known.has(keyOf(item)));
    for (const item of fresh) known.add(keyOf(item));
    for (const key of [...known].slice(0, Math.max(0, known.size - KNOWN_MOST))) known.delete(key);
    if (fresh.length === 0) return;
    yield* remember(fresh);
    yield* raise(chatToastsOf(fresh));
  });
  yield* takeLeading(caughtUp, askForMissed);
}

/** The date of the newest message there is to know of, for this person in this browser. */
function* remember(items: readonly ChatItem[]): SagaGenerator<void> {
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const newest = items.map(({ createdDate }) => createdDate).reduce((a, b) => (a > b ? a : b));
  const before = yield* lastSeen();
  if (user !== null && (before === null || newest > before))
    yield* call(storage.write, 'chatSeen', `${user.userId} ${newest}`);
}

/** Where nothing is remembered: what came after the notifications were last read. By the server's clock, both. */
function* lastSeen(): SagaGenerator<string | null> {
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const [userId, date] = ((yield* call(storage.read, 'chatSeen')) ?? '').split(' ');
  if (userId === user?.userId && !Number.isNaN(Date.parse(date ?? ''))) return date ?? null;
  return (yield* select(selectFeed)).lastReadDate;
}

function* askForMissed(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  const speaks = (yield* select(selectAttention))?.speaks === true;
  const lastCreatedDate = yield* lastSeen();
  if (user === null || !speaks || lastCreatedDate === null || !user.permissions.includes('MENU_CANDIDATE')) return;
  try {
    const { records } = yield* call(request<'unreadChatMessages'>, 'unreadChatMessages', {
      body: { candidateIds: [], lastCreatedDate, userId: user.userId },
    });
    if (records.length > 0) yield* shareChat(records.slice().reverse());
  } catch (error) {
    // Nobody waits for it: the next time it is asked again, from where it was.
    if (!(error instanceof CallFailed)) throw error;
  }
}

/** Oldest first. For this tab and the others of the browser, of which one speaks. */
export function* shareChat(items: readonly ChatItem[]): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'chat', tokenIdentifier: grant.tokenIdentifier, items });
  yield* put(chatHeard({ items }));
}

export function* followChat({ payload }: ReturnType<typeof peerChatted>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (grant?.tokenIdentifier === payload.tokenIdentifier) yield* put(chatHeard({ items: payload.items }));
}
