/** An irreversible action: confirmed first, run once; a failure is shown. */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import { service } from '../service';

interface Affected {
  readonly id: string;
  /** The name of what the action affects, as shown. */
  readonly name: string;
}

export type ConfirmedAction = Affected &
  (
    | {
        readonly kind:
          | 'deactivateUser'
          | 'reactivateUser'
          | 'unlockUser'
          | 'resetUserFactors'
          | 'deactivateOrganization'
          | 'reactivateOrganization'
          | 'switchOffSso'
          | 'cancelBroadcast'
          | 'endBroadcast'
          | 'endSession'
          | 'endOtherSessions'
          | 'endUserSessions';
      }
    /** `id` is the session's or the identity's. */
    | { readonly kind: 'endUserSession' | 'unlinkIdentity'; readonly userId: string }
    /** `email` is the address that is shown, which may have changed again. */
    | { readonly kind: 'confirmEmail'; readonly email: string }
  );

export interface ConfirmationContext {
  readonly action: ConfirmedAction | null;
  readonly failure: Failure | null;
  readonly failureCount: number;
}

export type ConfirmationEvent =
  | { readonly type: 'ASK'; readonly action: ConfirmedAction }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'CANCEL' };

const NOTHING: ConfirmationContext = { action: null, failure: null, failureCount: 0 };

/** Needs the service `runAction`, which rejects with CallFailed. Never ends. Tags: `open`, `busy` while it runs. */
export const confirmationMachine = setup({
  types: {
    context: {} as ConfirmationContext,
    events: {} as ConfirmationEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: { runAction: service<{ readonly action: ConfirmedAction | null }, void>() },
  actions: {
    /** This and the next are run by a saga. */
    announceDone: (_, _params: { readonly action: ConfirmedAction | null }) => {},
    /** After a failure: the action may have been done nevertheless. */
    announceDoubt: (_, _params: { readonly action: ConfirmedAction | null }) => {},
  },
  guards: { hasFailed: ({ context }) => context.failure !== null },
}).createMachine({
  id: 'confirmation',
  context: NOTHING,
  initial: 'closed',
  // A repeated or late press changes nothing.
  on: { ASK: {}, CONFIRM: {}, CANCEL: {} },
  states: {
    closed: {
      entry: assign(NOTHING),
      on: { ASK: { target: 'asking', actions: assign({ action: ({ event }) => event.action }) } },
    },
    asking: {
      tags: ['open'],
      on: {
        CONFIRM: 'running',
        CANCEL: [
          {
            guard: 'hasFailed',
            target: 'closed',
            actions: { type: 'announceDoubt', params: ({ context }) => ({ action: context.action }) },
          },
          'closed',
        ],
      },
    },
    /** A call that was sent cannot be cancelled. */
    running: {
      tags: ['open', 'busy'],
      entry: assign({ failure: null }),
      invoke: {
        id: 'runAction',
        src: 'runAction',
        input: ({ context }) => ({ action: context.action }),
        onDone: {
          target: 'closed',
          actions: { type: 'announceDone', params: ({ context }) => ({ action: context.action }) },
        },
        onError: {
          target: 'asking',
          actions: assign({
            failure: ({ event }) => failureOf(event.error),
            failureCount: ({ context }) => context.failureCount + 1,
          }),
        },
      },
    },
  },
});
