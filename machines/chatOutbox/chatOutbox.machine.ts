/** Messages to candidates that the server does not have yet. They are sent one by one, in order. */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import { service } from '../service';

/** A file that has been uploaded. */
export interface OutgoingFile {
  readonly chatFileId: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
}

export interface OutgoingMessage {
  /**
   * Idempotency key: repeated requests send the message once, also after a lost answer, a reload, or in another tab.
   */
  readonly requestId: string;
  readonly candidateId: string;
  readonly text: string;
  readonly file: OutgoingFile | null;
  /** When it was written, epoch ms. */
  readonly at: number;
}

/** The server refused it; its author retries or discards it. */
export interface Refused {
  readonly outgoing: OutgoingMessage;
  readonly failure: Failure;
}

export interface ChatOutboxContext {
  /** In order; the first one is being sent, or is next. */
  readonly queue: readonly OutgoingMessage[];
  readonly refused: readonly Refused[];
  /** Attempts without an answer for the first message. */
  readonly attempts: number;
}

/** What is stored for all tabs of the user. */
export type StoredMessages = Pick<ChatOutboxContext, 'queue' | 'refused'>;

export type ChatOutboxEvent =
  | { readonly type: 'SEND'; readonly outgoing: OutgoingMessage }
  /** For refused messages. */
  | { readonly type: 'RETRY' | 'DISCARD'; readonly requestId: string }
  | { readonly type: 'ONLINE' }
  /** Other tabs may have written, retried or discarded messages. */
  | (StoredMessages & { readonly type: 'LOADED' });

/** Temporary failures, and the end of the session, after which the next page sends the message. */
const PASSING: readonly Failure['kind'][] = [
  'unreachable',
  'timedOut',
  'unavailable',
  'rateLimited',
  'badAnswer',
  'sessionEnded',
  'otherUser',
];
/** Whether the failure says nothing about the message, so that sending is tried again. */
export const passes = ({ kind }: Failure): boolean => PASSING.includes(kind);

const has = ({ queue, refused }: ChatOutboxContext, id: string): boolean =>
  queue.some(({ requestId }) => requestId === id) || refused.some(({ outgoing }) => outgoing.requestId === id);

/** The message of the queue at this place. */
function at({ queue }: ChatOutboxContext, place: number): OutgoingMessage {
  const message = queue.at(place);
  if (message === undefined) throw new Error('The outbox has nothing to send here.');
  return message;
}
const firstOf = (context: ChatOutboxContext): OutgoingMessage => at(context, 0);
const lastOf = (context: ChatOutboxContext): OutgoingMessage => at(context, -1);

/** Tags: `sending`; `waiting` for the connection. It ends with the session. */
export const chatOutboxMachine = setup({
  types: {
    context: {} as ChatOutboxContext,
    events: {} as ChatOutboxEvent,
    /** Messages that an earlier page did not send, and those that the server refused. */
    input: {} as StoredMessages,
    tags: {} as 'sending' | 'waiting',
  },
  actors: {
    /** Sends it; rejects with CallFailed. */
    sendMessage: service<OutgoingMessage, void>(),
    backoff: service<{ readonly attempts: number }, void>(),
  },
  guards: {
    hasMore: ({ context }) => context.queue.length > 0,
    isNew: ({ context }, { outgoing }: { readonly outgoing: OutgoingMessage }) => !has(context, outgoing.requestId),
    isRefused: ({ context }, { requestId }: { readonly requestId: string }) =>
      context.refused.some(({ outgoing }) => outgoing.requestId === requestId),
    willPass: (_, { failure }: { readonly failure: Failure }) => passes(failure),
  },
  actions: {
    add: assign(({ context }, { outgoing }: { readonly outgoing: OutgoingMessage }) => ({
      queue: [...context.queue, outgoing],
    })),
    addAgain: assign(({ context }, { requestId }: { readonly requestId: string }) => ({
      queue: [
        ...context.queue,
        ...context.refused.flatMap(({ outgoing }) => (outgoing.requestId === requestId ? [outgoing] : [])),
      ],
      refused: context.refused.filter(({ outgoing }) => outgoing.requestId !== requestId),
    })),
    discard: assign(({ context }, { requestId }: { readonly requestId: string }) => ({
      refused: context.refused.filter(({ outgoing }) => outgoing.requestId !== requestId),
    })),
    /** What is queued here stays, because it may be on its way. */
    load: assign(({ context: { queue } }, stored: StoredMessages) => {
      const isElsewhere = ({ requestId }: OutgoingMessage) => queue.every((each) => each.requestId !== requestId);
      return {
        queue: [...queue, ...stored.queue.filter(isElsewhere)],
        refused: stored.refused.filter(({ outgoing }) => isElsewhere(outgoing)),
      };
    }),
    settle: assign(({ context }) => ({ queue: context.queue.slice(1), attempts: 0 })),
    setAside: assign(({ context }, { failure }: { readonly failure: Failure }) => ({
      queue: context.queue.slice(1),
      refused: [...context.refused, ...context.queue.slice(0, 1).map((outgoing) => ({ outgoing, failure }))],
      attempts: 0,
    })),
    // Done by sagas.
    /** For the next page, which sends it. */
    keep: (_, _params: { readonly outgoing: OutgoingMessage }) => {},
    /** The next page shows it as refused. */
    keepRefusal: (_, _params: { readonly requestId: string; readonly failure: Failure }) => {},
    /** Removes what `keep` stored. */
    forget: (_, _params: { readonly requestId: string }) => {},
  },
}).createMachine({
  id: 'chatOutbox',
  context: ({ input: { queue, refused } }) => ({ queue, refused, attempts: 0 }),
  initial: 'idle',
  on: {
    SEND: {
      guard: { type: 'isNew', params: ({ event }) => event },
      actions: [
        { type: 'add', params: ({ event }) => event },
        { type: 'keep', params: ({ event }) => event },
      ],
    },
    RETRY: {
      guard: { type: 'isRefused', params: ({ event }) => event },
      actions: [
        { type: 'addAgain', params: ({ event }) => event },
        { type: 'keep', params: ({ context }) => ({ outgoing: lastOf(context) }) },
      ],
    },
    DISCARD: {
      guard: { type: 'isRefused', params: ({ event }) => event },
      actions: [
        { type: 'discard', params: ({ event }) => event },
        { type: 'forget', params: ({ event }) => event },
      ],
    },
    ONLINE: {},
    LOADED: { actions: { type: 'load', params: ({ event }) => event } },
  },
  states: {
    idle: { always: { guard: 'hasMore', target: 'sending' } },
    sending: {
      tags: ['sending'],
      invoke: {
        id: 'sendMessage',
        src: 'sendMessage',
        input: ({ context }) => firstOf(context),
        onDone: {
          target: 'idle',
          actions: [{ type: 'forget', params: ({ context }) => ({ requestId: firstOf(context).requestId }) }, 'settle'],
        },
        onError: [
          {
            guard: { type: 'willPass', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            target: 'waiting',
          },
          {
            target: 'idle',
            actions: [
              {
                type: 'keepRefusal',
                params: ({ context, event }) => ({
                  requestId: firstOf(context).requestId,
                  failure: failureOf(event.error),
                }),
              },
              { type: 'setAside', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            ],
          },
        ],
      },
    },
    waiting: {
      tags: ['waiting'],
      entry: assign({ attempts: ({ context }) => context.attempts + 1 }),
      invoke: {
        id: 'outboxBackoff',
        src: 'backoff',
        input: ({ context }) => ({ attempts: context.attempts }),
        onDone: 'sending',
      },
      on: { ONLINE: 'sending' },
    },
  },
});
