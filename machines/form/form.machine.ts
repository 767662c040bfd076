/**
 * A form with its own page: loads its start values, saves once however often Save is pressed, and keeps what was typed
 * through every failure. A concurrent change by another user is fetched and shown beside it.
 */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import { service } from '../service';

export interface FormContext {
  /** The address of the form. */
  readonly key: string;
  /** Initial values as the server has them; null until loaded. */
  readonly loaded: unknown;
  /** What the form began with, or what its draft was typed on, before a newer version was fetched. */
  readonly before: unknown;
  readonly failure: Failure | null;
  /** Whether it is saving that has failed, and not loading. */
  readonly saveFailed: boolean;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
}

export type FormEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'SUBMIT'; readonly values: unknown }
  /** Fetches the server's current version. */
  | { readonly type: 'REFRESH' };

export interface FormSaving {
  readonly values: unknown;
  readonly loaded: unknown;
}

const NO_FAILURE = { failure: null, saveFailed: false } as const;

/**
 * Needs the services `load` (start values) and `save`, which reject with CallFailed. Ends when saved. Tags: `busy`,
 * `refreshing`, `saved`.
 */
export const formMachine = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as { readonly key: string; readonly before?: unknown },
    tags: {} as 'busy' | 'refreshing' | 'saved',
  },
  actors: {
    load: service<void, unknown>(),
    save: service<FormSaving, unknown>(),
  },
  actions: {
    fail: assign(({ context }, params: { readonly error: unknown; readonly saving?: boolean }) => ({
      failure: failureOf(params.error),
      saveFailed: params.saving ?? false,
      failureCount: context.failureCount + 1,
    })),
    /** Done by a saga. */
    finish: (_, _params: { readonly saved: unknown }) => {},
  },
}).createMachine({
  id: 'form',
  context: ({ input: { key, before = null } }) => ({ key, loaded: null, before, ...NO_FAILURE, failureCount: 0 }),
  initial: 'loading',
  // A repeated or late press changes nothing.
  on: { RETRY: {}, SUBMIT: {}, REFRESH: {} },
  states: {
    loading: {
      entry: assign(NO_FAILURE),
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
      entry: assign(NO_FAILURE),
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context, event }) => {
          if (event.type !== 'SUBMIT') throw new Error(`There is nothing to save in ${event.type}.`);
          return { values: event.values, loaded: context.loaded };
        },
        onDone: { target: 'saved', actions: { type: 'finish', params: ({ event }) => ({ saved: event.output }) } },
        onError: {
          target: 'editing',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error, saving: true }) },
        },
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
            ...NO_FAILURE,
          }),
        },
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    saved: { tags: ['saved'], type: 'final' },
  },
});
