/**
 * The Notification Preferences dialog: loads when it opens, saves changes in one call, and asks the user before
 * discarding them.
 */
import { assign, setup } from 'xstate';
import { CallFailed, failureOf, type Failure } from '../failure';
import { service } from '../service';
import { changedRecords, type PreferenceGroups, type PreferenceRecord, type SavedGroups } from './changedRecords';

export interface PreferencesContext {
  /** Null until loaded. */
  readonly saved: SavedGroups | null;
  /** As the dialog shows them. */
  readonly draft: PreferenceGroups | null;
  readonly failure: Failure | null;
  /** Whether the server may have saved changes that failed. */
  readonly mayBeSaved: boolean;
}

/** `savePreferences` may reject with this: whether the server has saved them is not known. */
export class SaveUnanswered extends CallFailed {}

export type PreferencesEvent =
  | { readonly type: 'OPEN' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'CHANGE'; readonly draft: PreferenceGroups }
  | { readonly type: 'SAVE' }
  | { readonly type: 'CLOSE' }
  /** Answers to whether changes may be discarded. */
  | { readonly type: 'KEEP' }
  | { readonly type: 'DISCARD' };

const NOTHING: PreferencesContext = { saved: null, draft: null, failure: null, mayBeSaved: false };

const unsavedRecords = ({ saved, draft }: PreferencesContext): PreferenceRecord[] =>
  saved === null || draft === null ? [] : changedRecords(saved, draft);

/** As saved, but for what was sent without an answer: even if it is set back, it has to be saved again. */
function withUnknown(saved: SavedGroups, sent: readonly PreferenceRecord[]): SavedGroups {
  const flagsOf = new Map(sent.map(({ subCategoryCode, ...flags }) => [subCategoryCode, Object.keys(flags)]));
  return saved.map(({ subCategories }) => ({
    subCategories: subCategories.map((row) => {
      const flags = flagsOf.get(row.subCategoryCode) ?? [];
      return { ...row, ...Object.fromEntries(flags.map((flag) => [flag, null])) };
    }),
  }));
}

/**
 * Needs the services `loadPreferences` and `savePreferences`, which reject with CallFailed. Tags: `open`, `busy`,
 * `asking`.
 */
export const preferencesMachine = setup({
  types: {
    context: {} as PreferencesContext,
    events: {} as PreferencesEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    loadPreferences: service<void, PreferenceGroups>(),
    /** Sets all rows or none. */
    savePreferences: service<{ readonly records: PreferenceRecord[] }, void>(),
  },
  actions: {
    // Done by a saga.
    announceSaved: () => {},
  },
  guards: { isChanged: ({ context }) => unsavedRecords(context).length > 0 },
}).createMachine({
  id: 'preferences',
  context: NOTHING,
  initial: 'closed',
  // A repeated or late press changes nothing.
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

    /** Asks the user before changes are discarded. */
    asking: { tags: ['open', 'asking'], on: { KEEP: 'editing', DISCARD: 'closed' } },

    /** Leaving now would leave it unclear whether they are saved. */
    saving: {
      tags: ['open', 'busy'],
      entry: assign({ failure: null }),
      invoke: {
        src: 'savePreferences',
        id: 'savePreferences',
        input: ({ context }) => ({ records: unsavedRecords(context) }),
        onDone: { target: 'closed', actions: 'announceSaved' },
        onError: {
          target: 'editing',
          actions: assign(({ context, event }) => ({
            failure: failureOf(event.error),
            // An earlier attempt may have been saved, even if this one was refused.
            ...(event.error instanceof SaveUnanswered && {
              mayBeSaved: true,
              saved: context.saved && withUnknown(context.saved, unsavedRecords(context)),
            }),
          })),
        },
      },
    },
  },
});
