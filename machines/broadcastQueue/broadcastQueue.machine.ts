/**
 * Broadcasts, shown one at a time until the server has recorded each acceptance: hidden → showing ⇄ accepting → next.
 *
 * A message can only be left by accepting it. When a queue that was pending at sign-in is empty, the page reloads a
 * second later, unless that would lose unsaved input; a queue that arrived live ends without a reload. Accepting a
 * broadcast with forced logout ends the session, whatever else is pending: the server keeps the rest for the next
 * sign-in.
 */
import { assign, setup } from 'xstate';
import type { PendingBroadcast } from '../../contract/broadcasts/broadcast';
import { failureOf, type Failure } from '../failure';
import { has, pickCurrent, addReceived, withLoaded, without, type PendingList } from '../queues/pending';
import { service } from '../service';

/** Long enough to see that the queue is empty. */
const RELOAD_AFTER_MS = 1_000;

/** As the server lists it; live messages of an older server do not name their sender. */
export type QueuedBroadcast = Omit<PendingBroadcast, 'sender'> & { readonly sender: string | null };

export interface BroadcastQueueContext {
  /** In the order in which they are shown: the oldest first. */
  readonly pending: readonly QueuedBroadcast[];
  /** The broadcast on screen. */
  readonly current: string | null;
  /** The broadcast being accepted. */
  readonly sent: QueuedBroadcast | null;
  /** Accepted here or elsewhere; later messages about these are ignored. */
  readonly accepted: readonly string[];
  /** Pending at page load: accepting one of these requires a reload. Null until the server has answered. */
  readonly sinceSignIn: readonly string[] | null;
  readonly mustReload: boolean;
  readonly failure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
}

export type BroadcastQueueEvent =
  | ({ readonly type: 'LOADED' } & PendingList<QueuedBroadcast>)
  | { readonly type: 'ARRIVED'; readonly item: QueuedBroadcast }
  | { readonly type: 'ACCEPTED_ELSEWHERE'; readonly entityId: string }
  | { readonly type: 'ACCEPT'; readonly entityId: string };

const EMPTY: BroadcastQueueContext = {
  pending: [],
  current: null,
  sent: null,
  accepted: [],
  sinceSignIn: null,
  mustReload: false,
  failure: null,
  failureCount: 0,
};

/** Removes this broadcast for good. */
const settled = ({ pending, accepted }: BroadcastQueueContext, id: string) => ({
  pending: without(pending, id),
  accepted: accepted.includes(id) ? accepted : [...accepted, id],
});

interface Now {
  readonly context: BroadcastQueueContext;
}

const REMEMBER = {
  type: 'remember',
  params: ({ context }: Now) => ({ entityIds: context.pending.map(({ entityId }) => entityId) }),
} as const;
const NOTIFY_TABS = {
  type: 'notifyTabs',
  params: ({ context }: Now) => ({ entityId: context.sent?.entityId ?? '' }),
} as const;

/**
 * Needs the services `acceptBroadcast` and `lookForUnsavedWork`, and sagas for reloading, signing out and storing.
 * Tags: `open`, `busy` while accepting, `holds` while role updates wait: a page that reloads or a session that ends
 * shows none.
 */
export const broadcastQueueMachine = setup({
  types: {
    context: {} as BroadcastQueueContext,
    events: {} as BroadcastQueueEvent,
    tags: {} as 'open' | 'busy' | 'holds',
  },
  actors: {
    acceptBroadcast: service<QueuedBroadcast, void>(),
    /** Whether unsaved input would be lost. */
    lookForUnsavedWork: service<void, boolean>(),
  },
  actions: {
    load: assign(({ context }, list: PendingList<QueuedBroadcast>) => ({
      pending: withLoaded(context.pending, list, context.accepted),
      sinceSignIn: context.sinceSignIn ?? list.items.map(({ entityId }) => entityId),
    })),
    add: assign(({ context }, { item }: { readonly item: QueuedBroadcast }) => ({
      pending: addReceived(context.pending, [item], context.accepted),
    })),
    settle: assign(({ context }, { entityId }: { readonly entityId: string }) => settled(context, entityId)),
    settleSent: assign(({ context }) =>
      context.sent === null
        ? {}
        : {
            ...settled(context, context.sent.entityId),
            mustReload: context.mustReload || (context.sinceSignIn ?? []).includes(context.sent.entityId),
          },
    ),
    fail: assign(({ context }, { error }: { readonly error: unknown }) => ({
      failure: failureOf(error),
      failureCount: context.failureCount + 1,
    })),
    // Done by sagas.
    /** Stores what is pending for the next page of this browser. */
    remember: (_, _params: { readonly entityIds: readonly string[] }) => {},
    notifyTabs: (_, _params: { readonly entityId: string }) => {},
    reloadPage: () => {},
    signOut: () => {},
  },
  guards: {
    isCurrent: ({ context }, { entityId }: { readonly entityId: string }) => context.current === entityId,
    // Broadcasts that arrive before the server's list may not be the oldest, so none is shown yet.
    isPending: ({ context }) => context.pending.length > 0 && context.sinceSignIn !== null,
    isGone: ({ context }) => !has(context.pending, context.current),
    forcesLogout: ({ context }) => context.sent?.forceLogout ?? false,
    mustReload: ({ context }) => context.mustReload,
    isUnsaved: (_, { unsaved }: { readonly unsaved: boolean }) => unsaved,
  },
}).createMachine({
  id: 'broadcastQueue',
  context: EMPTY,
  initial: 'hidden',
  on: {
    LOADED: { actions: [{ type: 'load', params: ({ event }) => event }, REMEMBER] },
    ARRIVED: { actions: [{ type: 'add', params: ({ event }) => event }, REMEMBER] },
    ACCEPTED_ELSEWHERE: { actions: [{ type: 'settle', params: ({ event }) => event }, REMEMBER] },
    // A second press, or a press for a message that is no longer pending, changes nothing.
    ACCEPT: {},
  },
  states: {
    hidden: {
      entry: assign({ current: null }),
      always: { guard: 'isPending', target: 'showing' },
    },

    showing: {
      tags: ['open', 'holds'],
      entry: assign(({ context }) => ({ current: pickCurrent(context.pending, context.current) })),
      always: { guard: 'isGone', target: 'next' },
      on: {
        ACCEPT: { guard: { type: 'isCurrent', params: ({ event }) => event }, target: 'accepting' },
      },
    },

    accepting: {
      tags: ['open', 'busy', 'holds'],
      entry: assign(({ context }) => ({
        sent: context.pending.find(({ entityId }) => entityId === context.current) ?? null,
        failure: null,
      })),
      invoke: {
        src: 'acceptBroadcast',
        id: 'acceptBroadcast',
        input: ({ context: { sent } }) => {
          if (sent === null) throw new Error('The broadcast queue has nothing to accept here.');
          return sent;
        },
        onDone: { target: 'accepted', actions: ['settleSent', REMEMBER, NOTIFY_TABS] },
        // Stays on screen until the server has recorded the acceptance.
        onError: { target: 'showing', actions: { type: 'fail', params: ({ event }) => event } },
      },
    },

    accepted: {
      always: [{ guard: 'forcesLogout', target: 'leaving' }, { target: 'next' }],
    },

    next: {
      entry: assign({ sent: null, failure: null }),
      always: [
        { guard: 'isPending', target: 'showing' },
        { guard: 'mustReload', target: 'emptied' },
        { target: 'hidden' },
      ],
    },

    /** Broadcasts that arrive in this second are shown first; the reload follows once. */
    emptied: {
      tags: ['holds'],
      entry: assign({ current: null }),
      always: { guard: 'isPending', target: 'showing' },
      after: { [RELOAD_AFTER_MS]: 'checking' },
    },

    /** The acceptances are recorded, so the reload is not worth what was typed meanwhile. */
    checking: {
      tags: ['holds'],
      invoke: {
        src: 'lookForUnsavedWork',
        id: 'lookForUnsavedWork',
        onDone: [
          {
            guard: { type: 'isUnsaved', params: ({ event }) => ({ unsaved: event.output }) },
            target: 'hidden',
            actions: assign({ mustReload: false }),
          },
          { target: 'reloading' },
        ],
      },
    },

    reloading: { tags: ['holds'], type: 'final', entry: 'reloadPage' },
    leaving: { tags: ['holds'], type: 'final', entry: 'signOut' },
  },
});
