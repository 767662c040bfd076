import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { FileRef } from '../../machines/file';
import type { Failure } from '../../machines/failure';
import { documentChosen, documentRemoved, documentUploadRetried } from './upload.intents';

/** The document on its way to the server, or there; null where none was chosen. */
export type UploadState = {
  readonly file: FileRef;
  readonly fileName: string;
  readonly size: number;
  /** How much has left, from 0 to 1. */
  readonly share: number;
  readonly kept: KeptDocument | null;
  readonly failure: Failure | 'tooLarge' | 'empty' | null;
} | null;

export interface KeptDocument {
  readonly broadcastDocumentId: string;
  /** With the extension of what it really is. */
  readonly fileName: string;
  readonly mediaType: string;
}

export const documentSent = createAction<{ readonly share: number }>('broadcastAdmin/documentSent');
export const documentKept = createAction<KeptDocument>('broadcastAdmin/documentKept');
export const documentRefused = createAction<{ readonly failure: Failure | 'tooLarge' | 'empty' }>(
  'broadcastAdmin/documentRefused',
);
/** What it was chosen for has been sent. */
export const documentUsed = createAction('broadcastAdmin/documentUsed');

export function uploadReducer(state: UploadState = null, action: UnknownAction): UploadState {
  if (documentChosen.match(action)) return { ...action.payload, share: 0, kept: null, failure: null };
  if (documentRemoved.match(action) || documentUsed.match(action)) return null;
  if (state === null) return state;
  if (documentUploadRetried.match(action)) return { ...state, share: 0, failure: null };
  if (documentSent.match(action)) return { ...state, share: action.payload.share };
  if (documentKept.match(action)) return { ...state, kept: action.payload, share: 1 };
  if (documentRefused.match(action)) return { ...state, failure: action.payload.failure };
  return state;
}
