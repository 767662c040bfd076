/** The Notification Preferences dialog: loaded when it opens, changed at will, saved at once, closed with a question. */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import { service } from '../service';
import { changedRecords, type PreferenceGroups, type PreferenceRecord } from './preferences.records';

export interface PreferencesContext {
  /** As the server has them; null while they are not here. */
  readonly saved: PreferenceGroups | null;
  /** As the dialog shows them. */
  readonly draft: PreferenceGroups | null;
  readonly failure: Failure | null;
}

export type PreferencesEvent =
  | { readonly type: 'OPEN' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'CHANGE'; readonly draft: PreferenceGroups }
  | { readonly type: 'SAVE' }
  | { readonly type: 'CLOSE' }
  /** The answers to whether the changes may be lost. */
  | { readonly type: 'KEEP' }
  | { readonly type: 'DISCARD' };

const NOTHING: PreferencesContext = { saved: null, draft: null, failure: null };

const recordsOf = ({ saved, draft }: PreferencesContext): PreferenceRecord[] =>
  saved === null || draft === null ? [] : changedRecords(saved, draft);

export const preferencesMachine = setup({
  types: {
    context: {} as PreferencesContext,
    events: {} as PreferencesEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    loadPreferences: service<void, PreferenceGroups>(),
    /** All of them or none. */
    savePreferences: service<{ readonly records: PreferenceRecord[] }, void>(),
  },
  actions: {
    // Done by a saga.
    tellSaved: () => {},
  },
  guards: { isChanged: ({ context }) => recordsOf(context).length > 0 },
}).createMachine({
  id: 'preferences',
  context: NOTHING,
  initial: 'closed',
  // A second press, or a late one, is heard and changes nothing.
  on: { OPEN: {}, RETRY: {}, CHANGE: {}, SAVE: {}, CLOSE: {}, KEEP: {}, DISCARD: {} },
  states: {
    closed: { entry: assign(NOTHING), on: { OPEN: 'loading' } },

    loading: {
      tags: ['open'],
      invoke: {
        src: 'loadPreferences',
        id: 'loadPreferences',
        onDone: {
          target: 'editing',
          actions: assign(({ event }) => ({ saved: event.output, draft: event.output, failure: null })),
        },
        onError: { target: 'missing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { CLOSE: 'closed' },
    },

    missing: {
      tags: ['open'],
      on: { RETRY: { target: 'loading', actions: assign({ failure: null }) }, CLOSE: 'closed' },
    },

    editing: {
      tags: ['open'],
      on: {
        CHANGE: { actions: assign({ draft: ({ event }) => event.draft, failure: null }) },
        SAVE: { guard: 'isChanged', target: 'saving' },
        CLOSE: [{ guard: 'isChanged', target: 'asking' }, { target: 'closed' }],
      },
    },

    /** Nobody loses changes by a slip of the hand. */
    asking: { tags: ['open', 'asking'], on: { KEEP: 'editing', DISCARD: 'closed' } },

    /** Leaving would leave open whether they are saved. */
    saving: {
      tags: ['open', 'busy'],
      entry: assign({ failure: null }),
      invoke: {
        src: 'savePreferences',
        id: 'savePreferences',
        input: ({ context }) => ({ records: recordsOf(context) }),
        onDone: { target: 'closed', actions: 'tellSaved' },
        onError: { target: 'editing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});
