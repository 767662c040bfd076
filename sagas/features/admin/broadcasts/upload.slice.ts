/** The document of a broadcast that is being composed. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../../machines/failure';
import type { FileRef } from '../../../../machines/references';
import type { KeptDocument, UploadState } from '../unsaved.selectors';

export interface ChosenFile {
  readonly file: FileRef;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
}

/** Saves it as a download, as its readers could. */
export const chosenDocumentDownloadPressed = createAction('broadcastAdmin/chosenDocumentDownloadPressed');

const slice = createSlice({
  name: 'broadcastAdmin',
  initialState: null as UploadState,
  reducers: {
    documentChosen: (_, { payload }: PayloadAction<ChosenFile>): UploadState => ({
      ...payload,
      share: 0,
      kept: null,
      failure: null,
    }),
    documentRemoved: () => null,
    /** The broadcast it was chosen for was sent. */
    uploadConsumed: () => null,
    documentUploadRetried: (state) => state && { ...state, share: 0, failure: null },
    documentSent: (state, { payload }: PayloadAction<{ readonly share: number }>) =>
      state && { ...state, share: payload.share },
    documentKept: (state, { payload }: PayloadAction<KeptDocument>) => state && { ...state, kept: payload, share: 1 },
    documentRefused: (state, { payload }: PayloadAction<{ readonly failure: Failure | 'tooLarge' | 'empty' }>) =>
      state && { ...state, failure: payload.failure },
  },
});

export const {
  documentChosen,
  documentRemoved,
  uploadConsumed,
  documentUploadRetried,
  documentSent,
  documentKept,
  documentRefused,
} = slice.actions;
export const uploadReducer = slice.reducer;
