import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract';
import { clientChoicesWanted } from './clients.intents';

export type ClientChoices = ResponseOf<'clientChoices'>;

export type ClientsState =
  | { readonly status: 'waiting' | 'failed'; readonly choices: null }
  | { readonly status: 'there'; readonly choices: ClientChoices };

export const clientChoicesArrived = createAction<ClientChoices>('clients/choicesArrived');
export const clientChoicesFailed = createAction('clients/choicesFailed');

const WAITING: ClientsState = { status: 'waiting', choices: null };

export function clientsReducer(state: ClientsState = WAITING, action: UnknownAction): ClientsState {
  if (clientChoicesArrived.match(action)) return { status: 'there', choices: action.payload };
  if (clientChoicesFailed.match(action)) return { status: 'failed', choices: null };
  return clientChoicesWanted.match(action) ? WAITING : state;
}
