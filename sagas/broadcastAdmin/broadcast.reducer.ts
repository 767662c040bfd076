import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../contract';
import type { Failure } from '../../machines/failure';

/** The broadcast at the address, with one page of those it went to. */
export interface BroadcastState {
  /** Which question the answer below is to; null before any came. */
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

export const broadcastAsked = createAction('broadcastAdmin/asked');
export const broadcastArrived = createAction<Arrived>('broadcastAdmin/arrived');
export const broadcastFailed = createAction<{ readonly failure: Failure }>('broadcastAdmin/failed');

export function broadcastReducer(state: BroadcastState = NOTHING, action: UnknownAction): BroadcastState {
  if (broadcastAsked.match(action)) return { ...state, loading: true, failure: null };
  if (broadcastArrived.match(action)) return { ...action.payload, loading: false, failure: null };
  if (broadcastFailed.match(action)) return { ...state, loading: false, failure: action.payload.failure };
  return state;
}
