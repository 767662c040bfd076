/** Intents of the page of a sent or scheduled broadcast, and its state. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BroadcastEscalation } from '../../../../contract/broadcasts/broadcast';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { Failure } from '../../../../machines/failure';

export const broadcastReloadRequested = createAction('broadcastAdmin/reloadRequested');
/** Which of its recipients to show; what is left out stays. Another choice begins with the first page. */
export const recipientsChosen = createAction<{
  readonly show?: RecipientsShown;
  readonly page?: number;
  readonly words?: string;
}>('broadcastAdmin/recipientsChosen');
/** Typed into the search of recipients, which waits for a pause. */
export const recipientsSearched = createAction<{ readonly words: string }>('broadcastAdmin/recipientsSearched');
/** Reminds all recipients who have not accepted. */
export const reminderPressed = createAction('broadcastAdmin/reminderPressed');
/** The form of its deadline was opened, without what was said in it before. */
export const deadlineOpened = createAction<{ readonly entityId: string }>('broadcastAdmin/deadlineOpened');
/** Saves the deadline for accepting it. */
export const deadlineSubmitted = createAction<DeadlineValues>('broadcastAdmin/deadlineSubmitted');
export const receiptsRequested = createAction('broadcastAdmin/receiptsRequested');

export interface DeadlineValues {
  /** Wall time in the user's zone, '2026-11-21T10:30'; empty removes the deadline. */
  readonly acceptBy: string;
  readonly escalateTo: readonly BroadcastEscalation[];
  /** The deadline that the form was opened on, as an instant; another one set since then stays. */
  readonly replaces: string | null;
}
export const RECIPIENTS_SHOWN = ['all', 'accepted', 'waiting'] as const;
export type RecipientsShown = (typeof RECIPIENTS_SHOWN)[number];

/** The broadcast at the address, with one page of its recipients. */
export interface BroadcastPageState {
  /** Key of the request that the answer below belongs to; null before the first answer. */
  readonly key: string | null;
  readonly broadcast: ResponseOf<'broadcast'> | null;
  readonly recipients: ResponseOf<'broadcastRecipients'> | null;
  readonly loading: boolean;
  readonly failure: Failure | null;
  /** The follow-ups whose requests are pending, of all broadcasts. */
  readonly busy: readonly PendingFollowUp[];
  /** By the id of the broadcast. */
  readonly deadlines: Readonly<Record<string, DeadlineOutcome>>;
}
/** What became of the deadlines that were submitted for a broadcast. */
export interface DeadlineOutcome {
  /** Of the last one that was not saved; the form stays as it is. */
  readonly error: string | null;
  /** Incremented with each save; the form closes when it changes. */
  readonly saved: number;
}
export const NO_DEADLINES: DeadlineOutcome = { error: null, saved: 0 };
/** A follow-up of a broadcast; each runs once at a time. */
export type FollowUp = 'reminder' | 'deadline' | 'receipts';
interface PendingFollowUp {
  readonly entityId: string;
  readonly what: FollowUp;
}
const NOTHING: BroadcastPageState = {
  key: null,
  broadcast: null,
  recipients: null,
  loading: false,
  failure: null,
  busy: [],
  deadlines: {},
};

interface Arrived {
  readonly key: string;
  readonly broadcast: ResponseOf<'broadcast'>;
  readonly recipients: ResponseOf<'broadcastRecipients'>;
}

function forgetError(deadlines: Record<string, DeadlineOutcome>, { entityId }: { readonly entityId: string }): void {
  const outcome = deadlines[entityId];
  if (outcome !== undefined) deadlines[entityId] = { ...outcome, error: null };
}

const slice = createSlice({
  name: 'broadcastAdmin',
  initialState: NOTHING,
  reducers: {
    broadcastRequested: (state) => {
      state.loading = true;
      state.failure = null;
    },
    broadcastArrived: (state, { payload }: PayloadAction<Arrived>): BroadcastPageState => ({
      ...state,
      ...payload,
      loading: false,
      failure: null,
    }),
    broadcastFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>) => ({
      ...state,
      loading: false,
      failure,
    }),
    followUpBegun: (state, { payload }: PayloadAction<PendingFollowUp>) => {
      state.busy.push(payload);
      if (payload.what === 'deadline') forgetError(state.deadlines, payload);
    },
    followUpEnded: (state, { payload: { entityId, what } }: PayloadAction<PendingFollowUp>) => {
      state.busy = state.busy.filter((each) => each.entityId !== entityId || each.what !== what);
    },
    deadlineSaved: (state, { payload: { entityId } }: PayloadAction<{ readonly entityId: string }>) => {
      state.deadlines[entityId] = { error: null, saved: (state.deadlines[entityId] ?? NO_DEADLINES).saved + 1 };
    },
    deadlineRefused: (
      state,
      { payload: { entityId, error } }: PayloadAction<{ readonly entityId: string; readonly error: string }>,
    ) => {
      state.deadlines[entityId] = { ...(state.deadlines[entityId] ?? NO_DEADLINES), error };
    },
  },
  extraReducers: (builder) =>
    builder.addCase(deadlineOpened, (state, { payload }) => forgetError(state.deadlines, payload)),
});

export const {
  broadcastRequested,
  broadcastArrived,
  broadcastFailed,
  followUpBegun,
  followUpEnded,
  deadlineSaved,
  deadlineRefused,
} = slice.actions;
export const broadcastReducer = slice.reducer;
