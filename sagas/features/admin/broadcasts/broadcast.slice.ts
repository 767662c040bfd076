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
/** Saves the deadline for accepting it. */
export const deadlineSubmitted = createAction<DeadlineValues>('broadcastAdmin/deadlineSubmitted');
export const receiptsRequested = createAction('broadcastAdmin/receiptsRequested');

export interface DeadlineValues {
  /** Wall time in the user's zone, '2026-11-21T10:30'; empty removes the deadline. */
  readonly acceptBy: string;
  readonly escalateTo: readonly BroadcastEscalation[];
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
  /** The follow-up whose request is pending. */
  readonly busy: FollowUp | null;
  /** Of the last deadline that was not saved; the form stays as it is. */
  readonly deadlineError: string | null;
  /** Incremented with each save; the form closes when it changes. */
  readonly deadlinesSaved: number;
}
/** A follow-up of a broadcast. One at a time. */
export type FollowUp = 'reminder' | 'deadline' | 'receipts';
const NOTHING: BroadcastPageState = {
  key: null,
  broadcast: null,
  recipients: null,
  loading: false,
  failure: null,
  busy: null,
  deadlineError: null,
  deadlinesSaved: 0,
};

interface Arrived {
  readonly key: string;
  readonly broadcast: ResponseOf<'broadcast'>;
  readonly recipients: ResponseOf<'broadcastRecipients'>;
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
    followUpBegun: (state, { payload: { what } }: PayloadAction<{ readonly what: FollowUp }>) => {
      state.busy = what;
      state.deadlineError = null;
    },
    followUpEnded: (state) => {
      state.busy = null;
    },
    deadlineSaved: (state) => {
      state.deadlinesSaved += 1;
    },
    deadlineRefused: (state, { payload: { error } }: PayloadAction<{ readonly error: string }>) => {
      state.deadlineError = error;
    },
  },
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
