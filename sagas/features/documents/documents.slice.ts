/** The open document. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../machines/failure';
import type { FetchedFile } from '../../../machines/references';
import type { DocumentAddress } from './documentAddress';

type NamedDocument = DocumentAddress & {
  /** Its name where it was clicked. */
  readonly title: string;
};

export const VIEW_PDF_PATH = '/viewpdf';

/** On the page `viewpdf`. */
export const documentPageOpened = createAction<DocumentAddress>('documents/pageOpened');
export const documentDownloadPressed = createAction('documents/downloadPressed');

/** The document on screen, in either form of the viewer. */
export interface ShownDocument {
  readonly form: 'dialog' | 'page' | 'inline';
  /** Null if saved state names no document. */
  readonly address: DocumentAddress | null;
  /** Null until its file is loaded. */
  readonly title: string | null;
  readonly file: FetchedFile | null;
  readonly failure: Failure | null;
}

export type DocumentsState = ShownDocument | null;

const slice = createSlice({
  name: 'documents',
  initialState: null as DocumentsState,
  reducers: {
    /** In a dialog over the page. */
    documentOpened: (_, { payload: { title, ...address } }: PayloadAction<NamedDocument>): DocumentsState => ({
      form: 'dialog',
      address,
      title,
      file: null,
      failure: null,
    }),
    /** As a part of the page. */
    documentEmbedded: (_, { payload: { title, ...address } }: PayloadAction<NamedDocument>): DocumentsState => ({
      form: 'inline',
      address,
      title,
      file: null,
      failure: null,
    }),
    /** The page `viewpdf` has read its saved state. */
    previewRead: (_, { payload }: PayloadAction<{ readonly address: DocumentAddress | null }>): DocumentsState => ({
      form: 'page',
      address: payload.address,
      title: null,
      file: null,
      failure: null,
    }),
    documentClosed: () => null,
    /** The user has left the page. */
    documentLeft: () => null,
    documentRetried: (state) => state && { ...state, file: null, failure: null },
    documentFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): DocumentsState =>
      state && { ...state, failure: payload.failure },
    documentFetched: (state, { payload: { file } }: PayloadAction<{ readonly file: FetchedFile }>): DocumentsState =>
      state && { ...state, file, title: state.title ?? file.fileName.replace(/\.pdf$/i, '') },
  },
});

export const {
  documentOpened,
  documentEmbedded,
  previewRead,
  documentClosed,
  documentLeft,
  documentRetried,
  documentFailed,
  documentFetched,
} = slice.actions;
export const documentsReducer = slice.reducer;

interface WithDocuments {
  readonly documents?: DocumentsState;
}

/** Null if no document is open. */
export const selectShownDocument = (state: WithDocuments): ShownDocument | null => state.documents ?? null;

/** Whether a document is open as a dialog, not as the page `viewpdf`. */
export const selectDocumentOverPage = (state: WithDocuments): boolean => selectShownDocument(state)?.form === 'dialog';

/** The server names documents by their kind. */
export const isPdf = (documentName: string): boolean => /\.pdf$/i.test(documentName);
