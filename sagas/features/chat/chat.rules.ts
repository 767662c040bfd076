/** Threads and messages as shown, and how changes are merged into them, in any order and repeatedly. Pure. */
import type { ChatChanges, ChatMessage, ChatThread } from '../../../contract/chat/chat';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Failure } from '../../../machines/failure';
import { localYearAt, momentText, recentMomentText } from '../../base/dates';
import { isRewound } from './live.rules';

type Found = ResponseOf<'chatThreads'>['records'][number];

export interface ThreadList {
  readonly q: string;
  readonly unreadOnly: boolean;
  /** Null until they have been loaded. */
  readonly records: readonly Found[] | null;
  /** Over all pages. */
  readonly count: number;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

export interface ShownThread {
  readonly candidateId: string;
  /** Null until it has been loaded. */
  readonly thread: ChatThread | null;
  /** By number, without gaps. */
  readonly messages: readonly ChatMessage[];
  /** Whether there are earlier ones. */
  readonly more: boolean;
  readonly loadingOlder: boolean;
  readonly failure: Failure | null;
}

/** 'Nov 23, 10:10 PM', with the year unless it is the current one: chats are kept for years. */
export const writtenText = (at: number, now: number): string =>
  localYearAt(at) === localYearAt(now) ? recentMomentText(at) : momentText(at);

/** A thread that is being loaded. */
export const openedThread = (candidateId: string): ShownThread => ({
  candidateId,
  thread: null,
  messages: [],
  more: false,
  loadingOlder: false,
  failure: null,
});

/** The thread with the higher version; `one` if they are equal. */
export const newer = (one: ChatThread, other: ChatThread): ChatThread => (other.version > one.version ? other : one);

/** Sorted by number, without duplicates; only messages that continue the known ones are added. */
export function joined(messages: readonly ChatMessage[], arrived: readonly ChatMessage[]): readonly ChatMessage[] {
  const result = [...messages];
  for (const message of [...arrived].sort((a, b) => a.number - b.number)) {
    if (message.number === (result.at(-1)?.number ?? message.number - 1) + 1) result.push(message);
  }
  return result;
}

const dateOf = ({ thread }: Found): string => thread.last?.createdDate ?? '';
/** As the server orders them. */
const byDate = (a: Found, b: Found): number =>
  dateOf(b).localeCompare(dateOf(a)) || a.thread.candidateId.localeCompare(b.thread.candidateId);

/** How many listed threads the server counts: of the unread ones, those read since stay listed until a reload. */
export const countedThreads = ({ records, unreadOnly }: ThreadList): number =>
  (records ?? []).filter(({ thread }) => !unreadOnly || thread.unread > 0).length;

/** Whether the server has threads that are not listed yet. */
export const hasMoreThreads = (list: ThreadList): boolean => list.records !== null && countedThreads(list) < list.count;

/** A page of the list: it replaces the known threads, or is added to them. */
export function withThreads(list: ThreadList, found: ResponseOf<'chatThreads'>, isFirst: boolean): ThreadList {
  const { records } = found;
  const known = list.records ?? [];
  const kept = isFirst ? [] : known.filter((old) => !records.some((each) => isSame(old, each)));
  const latest = records.map((each) => {
    const old = known.find((other) => isSame(other, each));
    return old === undefined ? each : { ...each, thread: newer(each.thread, old.thread) };
  });
  // A page after the last one is without a count.
  const count = isFirst || records.length > 0 ? found.count : list.count;
  return { ...list, records: [...kept, ...latest].sort(byDate), count, loading: false, failure: null };
}

const isSame = (one: Found, other: Found): boolean => one.thread.candidateId === other.thread.candidateId;

interface Shown {
  readonly list: ThreadList;
  readonly shown: ShownThread | null;
}

/** After a restore of the server's database, what is shown may no longer exist: it is reloaded. */
export function withNews<S extends Shown>(state: S, changes: ChatChanges): S {
  if (!isRewound(changes)) return withChanges(state, changes);
  const { list, shown } = state;
  return { ...state, list: { ...list, records: null }, shown: shown && openedThread(shown.candidateId) };
}

/** A search keeps its results; the whole list also gets threads that are new or not loaded yet. */
export function withChanges<S extends Shown>(state: S, { threads, messages }: ChatChanges): S {
  return {
    ...state,
    list: threads.reduce((list, thread) => withThread(list, thread, messages), state.list),
    shown: state.shown && withMessages(state.shown, threads, messages),
  };
}

/** Whether the server now counts one more thread, rather than that one has moved up from a page not loaded yet. */
function isNew({ unreadOnly }: ThreadList, { candidateId, unread }: ChatThread, messages: readonly ChatMessage[]) {
  const own = messages.filter((message) => message.candidateId === candidateId);
  return unreadOnly
    ? unread <= own.filter(({ fromCandidate }) => fromCandidate).length
    : own.some(({ number }) => number === 1);
}

function withThread(list: ThreadList, thread: ChatThread, messages: readonly ChatMessage[]): ThreadList {
  if (list.records === null || thread.count === 0) return list;
  const old = list.records.find((each) => each.thread.candidateId === thread.candidateId);
  if (old === undefined) {
    if (list.q !== '' || (list.unreadOnly && thread.unread === 0)) return list;
    const count = list.count + (isNew(list, thread, messages) ? 1 : 0);
    return { ...list, records: [{ thread, match: null }, ...list.records].sort(byDate), count };
  }
  const records = list.records.map((each) => (each === old ? { ...each, thread: newer(each.thread, thread) } : each));
  const next = { ...list, records: records.sort(byDate) };
  // With 'Only unread' a thread that is read, or has a new message, leaves or joins what the server counts.
  return { ...next, count: list.count + countedThreads(next) - countedThreads(list) };
}

function withMessages(
  shown: ShownThread,
  threads: readonly ChatThread[],
  messages: readonly ChatMessage[],
): ShownThread {
  // Until the first page is loaded, changes are ignored: the page contains them, or they are repeated after it.
  if (shown.thread === null) return shown;
  const thread = threads.filter(({ candidateId }) => candidateId === shown.candidateId).reduce(newer, shown.thread);
  const own = messages.filter(({ candidateId }) => candidateId === shown.candidateId);
  return { ...shown, thread, messages: joined(shown.messages, own) };
}

/** The newest page. It replaces the known messages if it leaves a gap to them. */
export function withPage(shown: ShownThread, page: ResponseOf<'chatMessages'>): ShownThread {
  if (page.thread.candidateId !== shown.candidateId) return shown;
  const first = page.messages[0]?.number ?? 1;
  const last = shown.messages.at(-1)?.number ?? 0;
  const reaches = shown.messages.length > 0 && first <= last + 1;
  return {
    ...shown,
    thread: shown.thread === null ? page.thread : newer(shown.thread, page.thread),
    messages: reaches ? joined(shown.messages, page.messages) : page.messages,
    more: reaches ? shown.more : page.more,
    failure: null,
  };
}

/** A call for this thread failed; a late failure of another one is ignored. */
export const withFailure = (
  shown: ShownThread,
  { candidateId, failure }: { readonly candidateId: string; readonly failure: Failure },
): ShownThread => (candidateId === shown.candidateId ? { ...shown, loadingOlder: false, failure } : shown);

/** Puts a page of older messages before those shown; a page that leaves a gap is dropped. */
export function withOlder(shown: ShownThread, page: ResponseOf<'chatMessages'>): ShownThread {
  const first = shown.messages[0]?.number ?? 1;
  const fits = page.thread.candidateId === shown.candidateId && (page.messages.at(-1)?.number ?? 0) === first - 1;
  if (!fits) return { ...shown, loadingOlder: false };
  return { ...shown, messages: [...page.messages, ...shown.messages], more: page.more, loadingOlder: false };
}
