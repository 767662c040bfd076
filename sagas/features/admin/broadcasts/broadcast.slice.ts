/** Intents of the page of a sent or scheduled broadcast, and its state. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { Failure } from '../../../../machines/failure';

export const broadcastReloadRequested = createAction('broadcastAdmin/reloadRequested');
/** Which of its recipients to show. */
export const recipientsChosen = createAction<{ readonly show: RecipientsShown; readonly page: number }>(
  'broadcastAdmin/recipientsChosen',
);
export const RECIPIENTS_SHOWN = ['all', 'accepted', 'waiting'] as const;
export type RecipientsShown = (typeof RECIPIENTS_SHOWN)[number];

/** The broadcast at the address, with one page of its recipients. */
export interface BroadcastState {
  /** Key of the request that the answer below belongs to; null before the first answer. */
  readonly key: string | null;
  readonly broadcast: ResponseOf<'broadcast'> | null;
  readonly recipients: ResponseOf<'broadcastRecipients'> | null;
  readonly loading: boolean;
  readonly failure: Failure | null;
}
const NOTHING: BroadcastState = { key: null, broadcast: null, recipients: null, loading: false, failure: null };

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
    broadcastArrived: (_, { payload }: PayloadAction<Arrived>): BroadcastState => ({
      ...payload,
      loading: false,
      failure: null,
    }),
    broadcastFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>) => ({
      ...state,
      loading: false,
      failure,
    }),
  },
});

export const { broadcastRequested, broadcastArrived, broadcastFailed } = slice.actions;
export const broadcastReducer = slice.reducer;
