/** Something that cannot simply be taken back: asked about first, done once, and told where it could not be done. */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import { service } from '../service';

export interface Deed {
  readonly kind: 'deactivateUser' | 'reactivateUser' | 'cancelBroadcast' | 'endBroadcast';
  readonly id: string;
  /** What it is done to, as people call it. */
  readonly name: string;
}

export interface DeedContext {
  readonly deed: Deed | null;
  readonly failure: Failure | null;
  readonly failureCount: number;
}

export type DeedEvent =
  { readonly type: 'ASK'; readonly deed: Deed } | { readonly type: 'CONFIRM' } | { readonly type: 'CANCEL' };

const NOTHING: DeedContext = { deed: null, failure: null, failureCount: 0 };

export const deedMachine = setup({
  types: {
    context: {} as DeedContext,
    events: {} as DeedEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: { doDeed: service<{ readonly deed: Deed | null }, void>() },
  actions: {
    /** Done by a saga. */
    tellDone: (_, _params: { readonly deed: Deed | null }) => {},
  },
}).createMachine({
  id: 'deed',
  context: NOTHING,
  initial: 'closed',
  // A second press, or a late one, is heard and changes nothing.
  on: { ASK: {}, CONFIRM: {}, CANCEL: {} },
  states: {
    closed: {
      entry: assign(NOTHING),
      on: { ASK: { target: 'asking', actions: assign({ deed: ({ event }) => event.deed }) } },
    },
    asking: { tags: ['open'], on: { CONFIRM: 'doing', CANCEL: 'closed' } },
    /** What is on its way cannot be called off. */
    doing: {
      tags: ['open', 'busy'],
      entry: assign({ failure: null }),
      invoke: {
        id: 'doDeed',
        src: 'doDeed',
        input: ({ context }) => ({ deed: context.deed }),
        onDone: {
          target: 'closed',
          actions: { type: 'tellDone', params: ({ context }) => ({ deed: context.deed }) },
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
