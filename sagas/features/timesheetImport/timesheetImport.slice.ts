/** Timesheets from a file: the chosen file, what importing it would do, and what it did. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Failure } from '../../../machines/failure';
import type { FileRef } from '../../../machines/references';
import { clearedOnSignOut } from '../../session/activeSession.saga';

export type CheckedFile = ResponseOf<'checkTimesheetFile'>;

export interface ChosenFile {
  readonly file: FileRef;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
}

export const templateRequested = createAction('timesheetImport/templateRequested');
/** Checks the chosen file again, as after a failure. */
export const fileCheckRequested = createAction('timesheetImport/checkRequested');
export const importPressed = createAction('timesheetImport/importPressed');

export interface TimesheetImportState {
  readonly chosen: ChosenFile | null;
  /** One per chosen file, so that repeated requests import it once. */
  readonly requestId: string | null;
  readonly work: 'none' | 'checking' | 'importing';
  readonly checked: CheckedFile | null;
  readonly failure: Failure | 'tooLarge' | 'unreadable' | null;
  /** How many were imported last; null before. */
  readonly imported: number | null;
}

const NOTHING: TimesheetImportState = {
  chosen: null,
  requestId: null,
  work: 'none',
  checked: null,
  failure: null,
  imported: null,
};

const slice = createSlice({
  name: 'timesheetImport',
  initialState: NOTHING,
  reducers: {
    /** A sent import cannot be cancelled, so the file stays until it is answered. */
    fileChosen: (state, { payload }: PayloadAction<ChosenFile>): TimesheetImportState =>
      state.work === 'importing' ? state : { ...NOTHING, chosen: payload },
    fileRemoved: (state): TimesheetImportState => (state.work === 'importing' ? state : NOTHING),
    /** A file was chosen whose bytes could not be taken. */
    fileUnreadable: (state): TimesheetImportState =>
      state.work === 'importing' ? state : { ...NOTHING, failure: 'unreadable' },
    checkBegun: (state): TimesheetImportState => ({ ...state, work: 'checking', failure: null, checked: null }),
    fileChecked: (
      state,
      { payload }: PayloadAction<{ readonly checked: CheckedFile; readonly requestId: string }>,
    ): TimesheetImportState => ({ ...state, ...payload, work: 'none' }),
    importBegun: (state): TimesheetImportState => ({ ...state, work: 'importing', failure: null }),
    /** Another user changed one of the lines first: nothing was imported, and the file is checked again. */
    importRefused: (state, { payload }: PayloadAction<CheckedFile>): TimesheetImportState => ({
      ...state,
      work: 'none',
      checked: payload,
    }),
    fileImported: (_, { payload }: PayloadAction<{ readonly imported: number }>): TimesheetImportState => ({
      ...NOTHING,
      imported: payload.imported,
    }),
    fileFailed: (
      state,
      { payload }: PayloadAction<{ readonly failure: Failure | 'tooLarge' }>,
    ): TimesheetImportState => ({ ...state, work: 'none', failure: payload.failure }),
  },
});

export const {
  fileChosen,
  fileRemoved,
  fileUnreadable,
  checkBegun,
  fileChecked,
  importBegun,
  importRefused,
  fileImported,
  fileFailed,
} = slice.actions;
/** Joins the store with the first page of imports. */
export const timesheetImportReducers = clearedOnSignOut({ timesheetImport: slice.reducer });
