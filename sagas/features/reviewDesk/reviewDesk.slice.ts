/** What the review desk has fetched, and what is pressed on it. The queue is its machine's. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Failure } from '../../../machines/failure';
import type { FetchedFile } from '../../../machines/references';
import { clearedOnSignOut } from '../../session/activeSession.saga';

export const reviewNextPressed = createAction('reviewDesk/nextPressed');
export const reviewPreviousPressed = createAction('reviewDesk/previousPressed');
/** Back to the first document that was passed over. */
export const reviewSkippedPressed = createAction('reviewDesk/skippedPressed');
export const reviewReloadPressed = createAction('reviewDesk/reloadPressed');
/** The address selects other documents, as after choosing another facility in the shell. */
export const deskCriteriaChanged = createAction('reviewDesk/criteriaChanged');
/** A key of a record action, for the current document. */
export const reviewActionPressed = createAction<{ readonly action: string }>('reviewDesk/actionPressed');
export const reviewUndoPressed = createAction('reviewDesk/undoPressed');
/** Fetches the file again. */
export const reviewFileRequested = createAction('reviewDesk/fileRequested');
/** Saves the file as a download. */
export const reviewFileDownloadPressed = createAction('reviewDesk/fileDownloadPressed');
/** Other users have decided these, or they may no longer be seen. */
export const reviewedElsewhere = createAction<{ readonly ids: readonly string[] }>('reviewDesk/reviewedElsewhere');

/** The documents on the desk may have changed. */
export const deskOutdated = createAction('reviewDesk/outdated');

export type DocumentPage = ResponseOf<'recordRead'>;

export interface DeskDocument {
  readonly page: DocumentPage | null;
  readonly file: FetchedFile | null;
  readonly failure: Failure | null;
}

export interface ReviewDeskState {
  /** By id: the current document and its neighbors in the queue. */
  readonly documents: Readonly<Record<string, DeskDocument>>;
  /** For screen readers: a change that the user did not make. */
  readonly announcement: string | null;
  /** The document that has just taken the place of one that was left out: a decision pressed now was meant for that. */
  readonly held: string | null;
}

const NOTHING: ReviewDeskState = { documents: {}, announcement: null, held: null };
const UNKNOWN: DeskDocument = { page: null, file: null, failure: null };

const change = (state: ReviewDeskState, id: string, changed: Partial<DeskDocument>): ReviewDeskState => ({
  ...state,
  documents: { ...state.documents, [id]: { ...(state.documents[id] ?? UNKNOWN), ...changed } },
});

/** Whether both are of the same upload, and so have the same file. */
export const isSameUpload = (one: DocumentPage | null, other: DocumentPage): boolean =>
  one !== null && one.row['uploadedAt'] === other.row['uploadedAt'];

const slice = createSlice({
  name: 'reviewDesk',
  initialState: NOTHING,
  reducers: {
    deskPageArrived: (state, { payload }: PayloadAction<DocumentPage>) =>
      change(state, payload.id, {
        page: payload,
        // The file of an earlier upload is never shown beside these facts.
        ...(!isSameUpload(state.documents[payload.id]?.page ?? null, payload) && { file: null, failure: null }),
      }),
    deskFileArrived: (
      state,
      { payload: { id, file } }: PayloadAction<{ readonly id: string; readonly file: FetchedFile }>,
    ) => change(state, id, { file, failure: null }),
    deskFileFailed: (
      state,
      { payload: { id, failure } }: PayloadAction<{ readonly id: string; readonly failure: Failure | null }>,
    ) => change(state, id, { failure }),
    /** Releases all others. */
    deskDocumentsKept: (state, { payload: { ids } }: PayloadAction<{ readonly ids: readonly string[] }>) => ({
      ...state,
      documents: Object.fromEntries(Object.entries(state.documents).filter(([id]) => ids.includes(id))),
    }),
    deskAnnounced: (state, { payload: { text } }: PayloadAction<{ readonly text: string | null }>) => ({
      ...state,
      announcement: text,
    }),
    deskHeld: (state, { payload: { id } }: PayloadAction<{ readonly id: string }>) => ({ ...state, held: id }),
    deskReleased: (state) => ({ ...state, held: null }),
    deskLeft: () => NOTHING,
  },
});

export const {
  deskPageArrived,
  deskFileArrived,
  deskFileFailed,
  deskDocumentsKept,
  deskAnnounced,
  deskHeld,
  deskReleased,
  deskLeft,
} = slice.actions;
/** Joins the store with the desk. */
export const reviewDeskReducers = clearedOnSignOut({ reviewDesk: slice.reducer });
