/**
 * A form with a page to itself: what it starts from is loaded, it is saved once however often that is asked for, and
 * what was typed outlives every failure. Somebody else's change in between is fetched and laid beside it.
 */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import { service } from '../service';

export interface FormContext {
  /** The address the form stands at. */
  readonly key: string;
  /** What the form starts from, as the server has it; null until it is here. */
  readonly loaded: unknown;
  /** What it started from before the newer state was fetched. */
  readonly before: unknown;
  readonly failure: Failure | null;
  /** Grows with each failure, so that a repeated sentence is announced again. */
  readonly failureCount: number;
}

export type FormEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'SUBMIT'; readonly values: unknown }
  /** Fetch what the server has now. */
  | { readonly type: 'REFRESH' };

export interface FormSaving {
  readonly values: unknown;
  readonly loaded: unknown;
}

export const formMachine = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as { readonly key: string },
    tags: {} as 'busy' | 'refreshing' | 'saved',
  },
  actors: {
    load: service<void, unknown>(),
    save: service<FormSaving, unknown>(),
  },
  actions: {
    fail: assign(({ context }, params: { readonly error: unknown }) => ({
      failure: failureOf(params.error),
      failureCount: context.failureCount + 1,
    })),
    /** Done by a saga. */
    finish: (_, _params: { readonly saved: unknown }) => {},
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => ({ key: input.key, loaded: null, before: null, failure: null, failureCount: 0 }),
  initial: 'loading',
  // A second press, or a late one, is heard and changes nothing.
  on: { RETRY: {}, SUBMIT: {}, REFRESH: {} },
  states: {
    loading: {
      entry: assign({ failure: null }),
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'editing', actions: assign({ loaded: ({ event }) => event.output }) },
        onError: { target: 'missing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    missing: { on: { RETRY: 'loading' } },
    editing: { on: { SUBMIT: 'saving', REFRESH: 'refreshing' } },
    saving: {
      tags: ['busy'],
      entry: assign({ failure: null }),
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context, event }) => {
          if (event.type !== 'SUBMIT') throw new Error(`There is nothing to save in ${event.type}.`);
          return { values: event.values, loaded: context.loaded };
        },
        onDone: { target: 'saved', actions: { type: 'finish', params: ({ event }) => ({ saved: event.output }) } },
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    refreshing: {
      tags: ['refreshing'],
      invoke: {
        id: 'refresh',
        src: 'load',
        onDone: {
          target: 'editing',
          actions: assign({
            before: ({ context }) => context.loaded,
            loaded: ({ event }) => event.output,
            failure: null,
          }),
        },
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    saved: { tags: ['saved'], type: 'final' },
  },
});
