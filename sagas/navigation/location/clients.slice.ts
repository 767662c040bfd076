import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';

/** Null for all facilities. */
export const clientChosen = createAction<{ readonly clientId: string | null }>('clients/chosen');

export type ClientChoices = ResponseOf<'clientChoices'>;

export type ClientsState =
  | { readonly status: 'waiting' | 'failed'; readonly choices: null }
  | { readonly status: 'there'; readonly choices: ClientChoices };

const WAITING: ClientsState = { status: 'waiting', choices: null };

const slice = createSlice({
  name: 'clients',
  initialState: (): ClientsState => WAITING,
  reducers: {
    clientChoicesRequested: (): ClientsState => WAITING,
    clientChoicesArrived: (_, { payload }: PayloadAction<ClientChoices>): ClientsState => ({
      status: 'there',
      choices: payload,
    }),
    clientChoicesFailed: (): ClientsState => ({ status: 'failed', choices: null }),
  },
});

export const { clientChoicesRequested, clientChoicesArrived, clientChoicesFailed } = slice.actions;
export const clientsReducer = slice.reducer;
