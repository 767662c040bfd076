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
  /**
   * What the draft was typed on or, once a newer version was fetched, what the form began with; both with what one's
   * own actions have changed since. Otherwise null.
   */
  readonly before: unknown;
  /** Names of the values that one's own action has changed, if the newer version is fetched after one. */
  readonly own: readonly string[];
  /** The values at the last press of Save. */
  readonly submitted: unknown;
  readonly failure: Failure | null;
  /** Whether it is saving that has failed, and not loading. */
  readonly saveFailed: boolean;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
}

export type FormEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'SUBMIT'; readonly values: unknown }
  /** Fetches the server's current version; `own` names the values that one's own action has changed. */
  | { readonly type: 'REFRESH'; readonly own: readonly string[] };

export interface FormSaving {
  readonly values: unknown;
  readonly loaded: unknown;
}

const NO_FAILURE = { failure: null, saveFailed: false } as const;

/** Every form loads its values, among others. */
const valuesOf = (loaded: unknown): object => (loaded as { readonly values: object }).values;

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
    arrive: assign(({ context: { before, loaded, own } }, { now }: { readonly now: unknown }) => {
      const changed = Object.entries<unknown>({ ...valuesOf(now) }).filter(([name]) => own.includes(name));
      return {
        before: { values: { ...valuesOf(before ?? loaded), ...Object.fromEntries(changed) } },
        loaded: now,
        ...NO_FAILURE,
      };
    }),
    /** Done by a saga. */
    finish: (_, _params: { readonly saved: unknown }) => {},
  },
  guards: {
    isUnchanged: ({ context: { loaded } }, { now }: { readonly now: unknown }) =>
      JSON.stringify(valuesOf(now)) === JSON.stringify(valuesOf(loaded)),
  },
}).createMachine({
  id: 'form',
  context: ({ input: { key, before = null } }) => ({
    key,
    loaded: null,
    before,
    own: [],
    submitted: null,
    ...NO_FAILURE,
    failureCount: 0,
  }),
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
    editing: {
      on: {
        SUBMIT: { target: 'saving', actions: assign({ submitted: ({ event }) => event.values }) },
        REFRESH: { target: 'refreshing', actions: assign({ own: ({ event }) => event.own }) },
      },
    },
    saving: {
      tags: ['busy'],
      entry: assign(NO_FAILURE),
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { submitted, loaded } }) => ({ values: submitted, loaded }),
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
        onDone: { target: 'editing', actions: { type: 'arrive', params: ({ event }) => ({ now: event.output }) } },
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
      on: {
        // It was pressed on the older values, so any change is shown first, one's own included.
        SUBMIT: {
          target: 'refreshingToSave',
          actions: assign({ submitted: ({ event }) => event.values, own: [] }),
        },
      },
    },
    /** Save was pressed meanwhile: it saves unless there are other values now. */
    refreshingToSave: {
      tags: ['busy', 'refreshing'],
      invoke: {
        id: 'refresh',
        src: 'load',
        onDone: [
          {
            guard: { type: 'isUnchanged', params: ({ event }) => ({ now: event.output }) },
            target: 'saving',
            actions: { type: 'arrive', params: ({ event }) => ({ now: event.output }) },
          },
          { target: 'editing', actions: { type: 'arrive', params: ({ event }) => ({ now: event.output }) } },
        ],
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    saved: { tags: ['saved'], type: 'final' },
  },
});
