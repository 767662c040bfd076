/** The chat of one reader on a server: a log of everything that happened, from which every answer is computed. */
import { CHAT_THREADS_PAGE_SIZE, type ChatChanges, type ChatMessage, type ChatThread } from '../../contract/chat/chat';
import type { HttpCall } from '../../sagas/base/ports/network';
import { messageOf, threadOf } from './chatChanges';

type Entry =
  | { readonly kind: 'message'; readonly message: ChatMessage }
  | { readonly kind: 'reached'; readonly candidateId: string; readonly delivered: number; readonly seen: number }
  | { readonly kind: 'read'; readonly candidateId: string; readonly number: number };

const about = (entry: Entry): string => (entry.kind === 'message' ? entry.message.candidateId : entry.candidateId);

export function createChatServer() {
  const log: Entry[] = [];
  const listeners = new Set<(changes: ChatChanges) => void>();

  const messages = (candidateId: string): ChatMessage[] =>
    log.flatMap((entry) => (entry.kind === 'message' && about(entry) === candidateId ? [entry.message] : []));

  function thread(candidateId: string): ChatThread {
    const own = log.filter((entry) => about(entry) === candidateId);
    const all = messages(candidateId);
    const read = Math.max(0, ...own.flatMap((entry) => (entry.kind === 'read' ? [entry.number] : [])));
    const theirs = Math.max(0, ...all.flatMap(({ fromCandidate, number }) => (fromCandidate ? [number] : [])));
    const reached = own.flatMap((entry) => (entry.kind === 'reached' ? [entry] : []));
    const seen = Math.max(theirs, ...reached.map((each) => each.seen));
    const last = all.at(-1);
    return threadOf(candidateId, {
      count: all.length,
      read,
      unread: all.filter(({ fromCandidate, number }) => fromCandidate && number > read).length,
      delivered: Math.max(seen, ...reached.map((each) => each.delivered)),
      seen,
      version: Math.max(0, ...log.flatMap((entry, index) => (about(entry) === candidateId ? [index + 1] : []))),
      last:
        last === undefined
          ? null
          : {
              excerpt: last.text,
              fromCandidate: last.fromCandidate,
              authorName: last.authorName,
              fileName: last.file?.fileName ?? null,
              createdDate: last.createdDate,
            },
    });
  }

  const candidates = (): string[] => [...new Set(log.map(about))];
  const unread = (): number => candidates().reduce((sum, id) => sum + thread(id).unread, 0);

  function changes(after = log.length): ChatChanges {
    const fresh = log.slice(after);
    return {
      after,
      position: log.length,
      unread: unread(),
      threads: [...new Set(fresh.map(about))].map(thread),
      messages: fresh.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : [])),
      reset: after > log.length,
    };
  }

  function write(entry: Entry): void {
    log.push(entry);
    for (const listener of listeners) listener(changes(log.length - 1));
  }

  function post(candidateId: string, facts: Partial<ChatMessage>): ChatMessage {
    const message = messageOf(candidateId, messages(candidateId).length + 1, facts);
    write({ kind: 'message', message });
    return message;
  }

  const after = (given: unknown): number | undefined => (typeof given === 'number' ? given : undefined);
  const calls: Readonly<Record<string, (call: HttpCall) => unknown>> = {
    chatChanges: ({ query }) => changes(after(query?.['position'])),
    chatThreads: ({ query }) => {
      const newest = (id: string) => messages(id).at(-1)?.createdDate ?? '';
      const from = Number(query?.['page'] ?? 0) * CHAT_THREADS_PAGE_SIZE;
      const found = candidates()
        .filter((id) => messages(id).length > 0 && (query?.['unread'] !== true || thread(id).unread > 0))
        .sort((a, b) => newest(b).localeCompare(newest(a)) || a.localeCompare(b));
      const records = found
        .slice(from, from + CHAT_THREADS_PAGE_SIZE)
        .map((id) => ({ thread: thread(id), match: null }));
      // A page after the last one knows no count.
      return { records, count: records.length === 0 ? 0 : found.length };
    },
    chatMessages: ({ params, query }) => {
      const id = params?.['candidateId'] ?? '';
      const before = after(query?.['before']) ?? Infinity;
      const page = messages(id)
        .filter(({ number }) => number < before)
        .slice(-50);
      return { thread: thread(id), messages: page, more: (page[0]?.number ?? 1) > 1 };
    },
    readChat: ({ params, body }) => {
      const id = params?.['candidateId'] ?? '';
      const number = Math.min(Number(body?.['number']), messages(id).length);
      if (number > thread(id).read) write({ kind: 'read', candidateId: id, number });
      return changes(after(body?.['position']));
    },
    sendChatMessage: ({ params, body }) => {
      const id = params?.['candidateId'] ?? '';
      const requestId = String(body?.['requestId']);
      const sent = messages(id).find((each) => each.requestId === requestId);
      const text = String(body?.['text']);
      const file = body?.['chatFileId'];
      const kept = { id: String(file), fileName: 'a.pdf', mediaType: 'application/pdf', size: 4 };
      const message =
        sent ??
        post(id, {
          fromCandidate: false,
          authorName: 'Vera Marsh',
          text,
          requestId,
          file: file === undefined ? null : kept,
        });
      return { message, changes: changes(after(body?.['position'])) };
    },
  };

  return {
    calls,
    messages,
    thread,
    unread,
    changes,
    position: () => log.length,
    /** Adds a socket. Returns a function that closes it. */
    listen(listener: (changes: ChatChanges) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The candidate writes. */
    candidateWrites: (candidateId: string, text: string, facts: Partial<ChatMessage> = {}) =>
      post(candidateId, { text, ...facts }),
    /** A colleague writes. */
    answer: (candidateId: string, text: string) =>
      post(candidateId, { text, fromCandidate: false, authorName: 'A colleague' }),
    reach: (candidateId: string, delivered: number, seen: number) =>
      write({ kind: 'reached', candidateId, delivered, seen }),
    /** The database is restored to this position: what came after it never happened. */
    restore: (position: number) => void log.splice(position),
    /** Read on another device. */
    read: (candidateId: string, number: number) => write({ kind: 'read', candidateId, number }),
  };
}
export type ChatServer = ReturnType<typeof createChatServer>;
