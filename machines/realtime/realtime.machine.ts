/**
 * How live events reach this browser. One tab leads and holds the socket, the others follow it; where tabs cannot
 * take turns each of them leads. A lost link is tried again without end, sooner when the network or the eye comes
 * back, and while it stays refused what is missed is asked for by polling.
 */
import { assign, setup } from 'xstate';
import type { SecretRef } from '../secret';
import { service } from '../service';

/** A loss shorter than this is nobody's business. */
const STALE_AFTER_MS = 5_000;
/** So many attempts in a row without a socket, and the app polls between further ones. */
const POLLING_FROM_ATTEMPT = 2;

export interface RealtimeContext {
  /** Failed attempts since the link was last up. */
  readonly attempts: number;
  /** What is shown may be older than it looks. */
  readonly stale: boolean;
  readonly ticket: SecretRef | null;
}

export type RealtimeEvent =
  | { readonly type: 'ONLINE' }
  | { readonly type: 'VISIBLE' }
  /** What the leading tab says of its link. */
  | { readonly type: 'LEADER_SAID'; readonly stale: boolean };

export type PumpResult = 'lost' | 'sessionEnded';

export const realtimeMachine = setup({
  types: {
    context: {} as RealtimeContext,
    events: {} as RealtimeEvent,
    tags: {} as 'following' | 'live' | 'lost' | 'polling',
  },
  actors: {
    /** Done once this tab leads. */
    waitForLead: service<void, void>(),
    fetchTicket: service<void, SecretRef>(),
    openSocket: service<{ readonly ticket: SecretRef }, void>(),
    /** Fetches what happened since the last event known. */
    catchUp: service<void, void>(),
    /** Hears the socket until it closes. */
    pump: service<void, PumpResult>(),
    waitOut: service<{ readonly attempts: number }, void>(),
  },
  actions: {
    // Done by sagas.
    closeSocket: () => {},
    /** For the tabs that follow. */
    tellFollowers: (_, _params: { readonly stale: boolean }) => {},
  },
  guards: {
    isSessionOver: (_, params: { readonly result: PumpResult }) => params.result === 'sessionEnded',
    isRefusedForGood: ({ context }) => context.attempts >= POLLING_FROM_ATTEMPT,
  },
}).createMachine({
  id: 'realtime',
  context: { attempts: 0, stale: false, ticket: null },
  initial: 'following',
  // The page speaks at any time; where it does not matter it is heard and changes nothing.
  on: { ONLINE: {}, VISIBLE: {}, LEADER_SAID: {} },
  states: {
    following: {
      tags: ['following'],
      invoke: { src: 'waitForLead', id: 'waitForLead', onDone: 'lost' },
      on: { LEADER_SAID: { actions: assign({ stale: ({ event }) => event.stale }) } },
    },

    lost: {
      tags: ['lost'],
      initial: 'fetchingTicket',
      after: {
        [STALE_AFTER_MS]: {
          actions: [assign({ stale: true }), { type: 'tellFollowers', params: { stale: true } }],
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
            input: ({ context: { ticket } }) => {
              if (ticket === null) throw new Error('The realtime machine has no ticket here.');
              return { ticket };
            },
            onDone: 'catchingUp',
            onError: 'waiting',
          },
        },
        /** The socket hears from now on; what was before is fetched. Then nothing is missing. */
        catchingUp: {
          invoke: { src: 'catchUp', id: 'catchUp', onDone: '#realtime.live', onError: 'waiting' },
        },
        waiting: {
          entry: ['closeSocket', assign({ attempts: ({ context }) => context.attempts + 1 })],
          invoke: {
            src: 'waitOut',
            id: 'waitOut',
            input: ({ context }) => ({ attempts: context.attempts }),
            onDone: [{ guard: 'isRefusedForGood', target: 'polling' }, { target: 'fetchingTicket' }],
          },
          on: { ONLINE: 'fetchingTicket', VISIBLE: 'fetchingTicket' },
        },
        polling: {
          tags: ['polling'],
          invoke: { src: 'catchUp', id: 'poll', onDone: 'fetchingTicket', onError: 'fetchingTicket' },
        },
      },
    },

    live: {
      tags: ['live'],
      entry: [assign({ attempts: 0, stale: false }), { type: 'tellFollowers', params: { stale: false } }],
      invoke: {
        src: 'pump',
        id: 'pump',
        onDone: [
          { guard: { type: 'isSessionOver', params: ({ event }) => ({ result: event.output }) }, target: 'ended' },
          { target: 'lost.waiting' },
        ],
      },
    },

    /** The server closed the socket with the session; the session machine has the rest. */
    ended: { type: 'final' },
  },
});
