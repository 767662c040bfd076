/**
 * Changes of one's roles and permissions, shown one at a time, then one page reload for all of them.
 *
 * Broadcasts come first: while one is shown, this queue is held. A change that cannot be marked as read is skipped
 * and shown again at the next sign-in. Before the reload, users with unsaved input are asked and may finish first.
 */
import { assign, setup } from 'xstate';
import type { PendingRoleUpdate } from '../../contract/broadcasts/broadcast';
import { has, pickCurrent, withLoaded, without, type PendingList } from '../queues/pending';
import { service } from '../service';

export interface RoleUpdateQueueContext {
  readonly pending: readonly PendingRoleUpdate[];
  /** The id of the one on screen. */
  readonly current: string | null;
  /** Marked as read on the server, or skipped for this session. */
  readonly seen: readonly string[];
  /** Broadcasts come first: one is on screen, or the page reloads after the last one. */
  readonly held: boolean;
  /** This page is older than one of the changes. */
  readonly mustReload: boolean;
}

export type RoleUpdateQueueEvent =
  | ({ readonly type: 'LOADED' } & PendingList<PendingRoleUpdate>)
  | { readonly type: 'READ_ELSEWHERE'; readonly entityId: string }
  /** Whether broadcasts come first. */
  | { readonly type: 'HELD'; readonly held: boolean }
  | { readonly type: 'ACCEPT'; readonly entityId: string }
  /** Answers to whether unsaved input may be discarded. */
  | { readonly type: 'RELOAD' }
  | { readonly type: 'LATER' };

interface Now {
  readonly context: RoleUpdateQueueContext;
}

const REMEMBER = {
  type: 'remember',
  params: ({ context }: Now) => ({ entityIds: context.pending.map(({ entityId }) => entityId) }),
} as const;
const current = ({ context }: Now) => ({ entityId: context.current ?? '' });

/**
 * Removes an update that was settled here or in another tab, perhaps before it was listed here. The page has its
 * permissions only after a reload.
 */
const settled = ({ pending, seen, mustReload }: RoleUpdateQueueContext, entityId: string) => ({
  pending: without(pending, entityId),
  seen: seen.includes(entityId) ? seen : [...seen, entityId],
  mustReload: mustReload || !seen.includes(entityId),
});

function loaded({ pending, seen, mustReload }: RoleUpdateQueueContext, list: PendingList<PendingRoleUpdate>) {
  const now = withLoaded(pending, list, seen);
  return { pending: now, mustReload: mustReload || pending.some(({ entityId }) => !has(now, entityId)) };
}

/** Needs the services `markRead` and `lookForUnsavedWork`. Ends with the reload. Tags: `open`, `busy`, `asking`. */
export const roleUpdateQueueMachine = setup({
  types: {
    context: {} as RoleUpdateQueueContext,
    events: {} as RoleUpdateQueueEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'postponed',
    input: {} as { readonly held: boolean; readonly skippedUpdates: readonly string[] },
  },
  actors: {
    markRead: service<{ readonly entityId: string }, void>(),
    /** Whether unsaved input would be lost. */
    lookForUnsavedWork: service<void, boolean>(),
  },
  actions: {
    load: assign(({ context }, list: PendingList<PendingRoleUpdate>) => loaded(context, list)),
    hold: assign((_, { held }: { readonly held: boolean }) => ({ held })),
    settle: assign(({ context }, { entityId }: { readonly entityId: string }) => settled(context, entityId)),
    // Done by sagas.
    /** Stores what is pending for the next page of this browser. */
    remember: (_, _params: { readonly entityIds: readonly string[] }) => {},
    /** Not shown again before the next sign-in. */
    saveSkipped: (_, _params: { readonly entityId: string }) => {},
    notifyTabs: (_, _params: { readonly entityId: string }) => {},
    reloadPage: () => {},
  },
  guards: {
    isCurrent: ({ context }, { entityId }: { readonly entityId: string }) => context.current === entityId,
    isDue: ({ context }) => context.pending.length > 0 && !context.held,
    isHeld: ({ context }) => context.held,
    isPending: ({ context }) => context.pending.length > 0,
    mustOnlyReload: ({ context }) => context.mustReload && context.pending.length === 0 && !context.held,
    isSettled: ({ context: { seen, current: entityId } }) => entityId !== null && seen.includes(entityId),
    isGone: ({ context }) => !has(context.pending, context.current),
    isUnsaved: (_, { unsaved }: { readonly unsaved: boolean }) => unsaved,
  },
}).createMachine({
  id: 'roleUpdateQueue',
  context: ({ input }) => ({
    pending: [],
    current: null,
    seen: input.skippedUpdates,
    held: input.held,
    mustReload: false,
  }),
  initial: 'hidden',
  on: {
    LOADED: { actions: [{ type: 'load', params: ({ event }) => event }, REMEMBER] },
    READ_ELSEWHERE: { actions: [{ type: 'settle', params: ({ event }) => event }, REMEMBER] },
    HELD: { actions: { type: 'hold', params: ({ event }) => event } },
    // Late presses change nothing.
    ACCEPT: {},
    RELOAD: {},
    LATER: {},
  },
  states: {
    hidden: {
      entry: assign({ current: null }),
      always: [
        { guard: 'isDue', target: 'showing' },
        { guard: 'mustOnlyReload', target: 'acceptedElsewhere' },
      ],
    },

    /** Accepted in another tab or on another device: this page reloads, too, unless it has unsaved input. */
    acceptedElsewhere: {
      invoke: {
        src: 'lookForUnsavedWork',
        id: 'lookForUnsavedWorkHere',
        onDone: [
          { guard: { type: 'isUnsaved', params: ({ event }) => ({ unsaved: event.output }) }, target: 'postponed' },
          { target: 'reloading' },
        ],
      },
    },

    showing: {
      tags: ['open'],
      entry: assign(({ context }) => ({ current: pickCurrent(context.pending, context.current) })),
      always: [
        { guard: 'isGone', target: 'hidden' },
        { guard: 'isHeld', target: 'hidden' },
      ],
      on: { ACCEPT: { guard: { type: 'isCurrent', params: ({ event }) => event }, target: 'marking' } },
    },

    marking: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'markRead',
        id: 'markRead',
        input: current,
        onDone: [
          // Another tab has marked it and notified all tabs; notifying again would reload one that has reloaded.
          { guard: 'isSettled', target: 'next' },
          {
            target: 'next',
            actions: [{ type: 'notifyTabs', params: current }, { type: 'settle', params: current }, REMEMBER],
          },
        ],
        onError: {
          target: 'next',
          actions: [{ type: 'saveSkipped', params: current }, { type: 'settle', params: current }, REMEMBER],
        },
      },
    },

    /** One page reload for all changes. */
    next: { always: [{ guard: 'isPending', target: 'showing' }, { target: 'checking' }] },

    checking: {
      tags: ['busy'],
      invoke: {
        src: 'lookForUnsavedWork',
        id: 'lookForUnsavedWork',
        onDone: [
          { guard: { type: 'isUnsaved', params: ({ event }) => ({ unsaved: event.output }) }, target: 'asking' },
          { target: 'reloading' },
        ],
      },
    },

    asking: {
      tags: ['open', 'asking'],
      on: { RELOAD: 'reloading', LATER: 'postponed' },
    },

    /** The reload is offered in a banner above the page; another change brings the dialog back. */
    postponed: {
      tags: ['postponed'],
      always: { guard: 'isDue', target: 'showing' },
      on: { RELOAD: 'reloading' },
    },

    reloading: { type: 'final', entry: 'reloadPage' },
  },
});
