import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Failure } from '../../machines/failure';
import type { FileRef } from '../../machines/file';

/** The document of the broadcast that is shown; null before any was fetched. */
export type PreviewState = {
  readonly entityId: string;
  readonly file: FileRef | null;
  readonly failure: Failure | null;
} | null;

type Of<T> = T & { readonly entityId: string };
export const previewBegun = createAction<{ readonly entityId: string }>('broadcasts/previewBegun');
export const previewFetched = createAction<Of<{ readonly file: FileRef }>>('broadcasts/previewFetched');
export const previewFailed = createAction<Of<{ readonly failure: Failure }>>('broadcasts/previewFailed');

export function previewReducer(state: PreviewState = null, action: UnknownAction): PreviewState {
  if (previewBegun.match(action)) return { entityId: action.payload.entityId, file: null, failure: null };
  if (previewFetched.match(action)) return { ...action.payload, failure: null };
  if (previewFailed.match(action)) return { ...action.payload, file: null };
  return state;
}
