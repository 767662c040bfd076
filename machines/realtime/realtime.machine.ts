/**
 * How live events reach this browser. One tab leads and holds the socket, the others follow it; without tab locks every
 * tab leads. A lost connection is retried forever, sooner when the network or the user comes back; while retries fail,
 * events are polled. A following tab polls them while the leading one is silent or has no connection: what that one
 * polls, it does not pass on.
 */
import { assign, setup } from 'xstate';
import type { SecretRef } from '../references';
import { service } from '../service';
import { nonNull } from '../nonNull';

/** Shorter interruptions are not shown. */
const STALE_AFTER_MS = 5_000;
/** After this many attempts without a socket, the app polls between attempts. */
const POLLING_FROM_ATTEMPT = 2;

export interface RealtimeContext {
  /** Failed attempts since the last connection; of a following tab, polls since the leading one was in order. */
  readonly attempts: number;
  /** What is shown may be out of date. */
  readonly stale: boolean;
  readonly ticket: SecretRef | null;
}

export type RealtimeEvent =
  | { readonly type: 'ONLINE' }
  | { readonly type: 'OFFLINE' }
  | { readonly type: 'VISIBLE' }
  /** A request got an answer after requests had failed. */
  | { readonly type: 'ANSWERED' }
  /** What the leading tab reports about its connection. */
  | { readonly type: 'LEADER_REPORTED'; readonly stale: boolean }
  /** The leading tab has a connection again. */
  | { readonly type: 'LEADER_RECONNECTED' }
  /** The leading tab answers no questions: it is closed, frozen or stuck. The state of the link is then unknown. */
  | { readonly type: 'LEADER_SILENT' };

export type ReadLoopResult = 'lost' | 'sessionEnded';

/**
 * Its services hold the lead among tabs, the ticket and the socket. Ends with the session. Tags: `following`, `lost`,
 * `polling`, `live`.
 */
export const realtimeMachine = setup({
  types: {
    context: {} as RealtimeContext,
    events: {} as RealtimeEvent,
    tags: {} as 'following' | 'live' | 'lost' | 'polling',
  },
  actors: {
    /** Completes once this tab leads. */
    waitForLead: service<void, void>(),
    /** Requests the state of the leading tab's link repeatedly, and notices its silence; never completes. */
    askLeader: service<void, void>(),
    fetchTicket: service<void, SecretRef>(),
    openSocket: service<{ readonly ticket: SecretRef }, void>(),
    /** Fetches the events after the last known one. */
    catchUp: service<void, void>(),
    /** Reads the socket until it closes. */
    readLoop: service<void, ReadLoopResult>(),
    backoff: service<{ readonly attempts: number }, void>(),
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    // Done by sagas.
    closeSocket: () => {},
    /** For the following tabs. */
    notifyFollowers: (_, _params: { readonly stale: boolean }) => {},
  },
  guards: {
    isSessionOver: (_, params: { readonly result: ReadLoopResult }) => params.result === 'sessionEnded',
    isRefusedForGood: ({ context }) => context.attempts >= POLLING_FROM_ATTEMPT,
  },
}).createMachine({
  id: 'realtime',
  context: { attempts: 0, stale: false, ticket: null },
  initial: 'following',
  // These may arrive at any time; states that do not name them ignore them.
  on: {
    ONLINE: {},
    OFFLINE: {},
    VISIBLE: {},
    ANSWERED: {},
    LEADER_REPORTED: {},
    LEADER_RECONNECTED: {},
    LEADER_SILENT: {},
  },
  states: {
    following: {
      tags: ['following'],
      invoke: [
        { src: 'waitForLead', id: 'waitForLead', onDone: { target: 'lost', actions: assign({ attempts: 0 }) } },
        { src: 'askLeader', id: 'askLeader' },
      ],
      initial: 'answered',
      on: {
        LEADER_RECONNECTED: { target: '.catchingUp', actions: assign({ stale: false }) },
        LEADER_SILENT: '.cutOff',
      },
      states: {
        answered: {
          entry: assign({ attempts: 0 }),
          on: {
            LEADER_REPORTED: [
              { guard: ({ event }) => event.stale, target: 'cutOff' },
              { actions: assign({ stale: false }) },
            ],
          },
        },
        /** The leading tab is silent or has no connection. Nothing is passed on, so events are polled. */
        cutOff: {
          entry: assign({ stale: true }),
          initial: 'waiting',
          on: {
            LEADER_REPORTED: [
              { guard: ({ event }) => event.stale },
              { target: 'catchingUp', actions: assign({ stale: false }) },
            ],
            LEADER_SILENT: {},
          },
          states: {
            waiting: {
              entry: 'countAttempt',
              invoke: {
                src: 'backoff',
                id: 'cutOffBackoff',
                input: ({ context }) => ({ attempts: context.attempts }),
                onDone: 'polling',
              },
              on: {
                ONLINE: 'polling',
                VISIBLE: 'polling',
                // The leading tab reconnects on it, as those of all other users do: only if that fails, this one polls.
                ANSWERED: { target: 'waiting', reenter: true, actions: assign({ attempts: 0 }) },
              },
            },
            polling: { invoke: { src: 'catchUp', id: 'cutOffPoll', onDone: 'waiting', onError: 'waiting' } },
          },
        },
        /** Events of the time without a connection, or in which the leading tab was silent, are missing. */
        catchingUp: {
          invoke: { src: 'catchUp', id: 'followerCatchUp', onDone: 'answered', onError: 'behind' },
        },
        /** They could not be fetched; what the leading tab reports about itself is not true of this one. */
        behind: {
          entry: [assign({ stale: true }), 'countAttempt'],
          invoke: {
            src: 'backoff',
            id: 'behindBackoff',
            input: ({ context }) => ({ attempts: context.attempts }),
            onDone: 'catchingUp',
          },
          on: { ONLINE: 'catchingUp', VISIBLE: 'catchingUp', ANSWERED: 'catchingUp' },
        },
      },
    },

    lost: {
      tags: ['lost'],
      initial: 'fetchingTicket',
      after: {
        [STALE_AFTER_MS]: {
          actions: [assign({ stale: true }), { type: 'notifyFollowers', params: { stale: true } }],
        },
      },
      states: {
        fetchingTicket: {
          invoke: {
            src: 'fetchTicket',
            id: 'fetchTicket',
            onDone: { target: 'openingSocket', actions: assign({ ticket: ({ event }) => event.output }) },
            onError: 'waiting',
          },
        },
        openingSocket: {
          exit: assign({ ticket: null }),
          invoke: {
            src: 'openSocket',
            id: 'openSocket',
            input: ({ context }) => ({ ticket: nonNull(context.ticket, 'ticket') }),
            onDone: 'catchingUp',
            onError: 'waiting',
          },
        },
        /** The socket receives from now on; earlier events are fetched, so none is missing. */
        catchingUp: {
          invoke: { src: 'catchUp', id: 'catchUp', onDone: '#realtime.live', onError: 'waiting' },
        },
        waiting: {
          entry: ['closeSocket', 'countAttempt'],
          invoke: {
            src: 'backoff',
            id: 'backoff',
            input: ({ context }) => ({ attempts: context.attempts }),
            onDone: [{ guard: 'isRefusedForGood', target: 'polling' }, { target: 'fetchingTicket' }],
          },
          on: { ONLINE: 'fetchingTicket', VISIBLE: 'fetchingTicket', ANSWERED: 'fetchingTicket' },
        },
        polling: {
          tags: ['polling'],
          invoke: { src: 'catchUp', id: 'poll', onDone: 'fetchingTicket', onError: 'fetchingTicket' },
        },
      },
    },

    live: {
      tags: ['live'],
      entry: [assign({ attempts: 0, stale: false }), { type: 'notifyFollowers', params: { stale: false } }],
      invoke: {
        src: 'readLoop',
        id: 'readLoop',
        onDone: [
          { guard: { type: 'isSessionOver', params: ({ event }) => ({ result: event.output }) }, target: 'ended' },
          { target: 'lost.waiting' },
        ],
      },
      // The browser reports this before the socket does.
      on: { OFFLINE: 'lost.waiting' },
    },

    /** The server closed the socket with the session; the session machine handles the rest. */
    ended: { type: 'final' },
  },
});
