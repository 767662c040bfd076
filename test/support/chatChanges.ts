/** Changes of the chat, as a server lists them. */
import type { ChatChanges, ChatMessage, ChatThread } from '../../contract/chat/chat';

export const threadOf = (candidateId: string, facts: Partial<ChatThread> = {}): ChatThread => ({
  candidateId,
  candidateName: `Name of ${candidateId}`,
  candidateNumber: 7,
  supplier: 'Summit',
  count: 1,
  unread: 1,
  read: 0,
  delivered: 1,
  seen: 1,
  version: 1,
  last: {
    excerpt: 'Hello',
    fromCandidate: true,
    authorName: `Name of ${candidateId}`,
    fileName: null,
    createdDate: '2026-01-15T09:00:00.000Z',
  },
  ...facts,
});

export const messageOf = (candidateId: string, number: number, facts: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `${candidateId}/${number}`,
  candidateId,
  number,
  fromCandidate: true,
  authorName: `Name of ${candidateId}`,
  text: `Text ${number}`,
  file: null,
  createdDate: new Date(Date.UTC(2026, 0, 15, 9, number)).toISOString(),
  requestId: null,
  ...facts,
});

export const changesOf = (facts: Partial<ChatChanges> = {}): ChatChanges => ({
  after: 0,
  position: 0,
  unread: 0,
  threads: [],
  messages: [],
  reset: false,
  ...facts,
});
