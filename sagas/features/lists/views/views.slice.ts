/** Saved views of lists. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { ListName } from '../../../../contract/lists/list';
import type { Failure } from '../../../../machines/failure';

export type ListViews = ResponseOf<'listViews'>;
export type SavedView = ListViews['views'][number];

interface ViewFacts {
  readonly name: string;
  readonly shared: boolean;
  readonly default: boolean;
}
/** What is absent stays as it is saved: another tab may have changed it. */
type ViewChange = Partial<ViewFacts> & {
  /** Saves the list as shown. */
  readonly shown?: boolean;
};
type ViewToSave = ({ readonly id: null; readonly shown: true } & ViewFacts) | ({ readonly id: string } & ViewChange);

/** The menu of views was opened. */
export const viewsOpened = createAction('lists/viewsOpened');
export const viewChosen = createAction<{ readonly id: string }>('lists/viewChosen');
export const viewSaveRequested = createAction<ViewToSave>('lists/viewSaveRequested');
export const viewDeleted = createAction<{ readonly id: string }>('lists/viewDeleted');

export interface ListViewsState {
  /** Those loaded so far. */
  readonly lists: Readonly<Partial<Record<ListName, ListViews>>>;
  readonly failure: Failure | null;
  readonly saving: boolean;
  /** Why the last save or deletion failed. */
  readonly saveFailure: string | null;
  /** Counts successful saves and deletions: the dialog closes when it changes. */
  readonly saves: number;
}

const NOTHING: ListViewsState = { lists: {}, failure: null, saving: false, saveFailure: null, saves: 0 };

const slice = createSlice({
  name: 'listViews',
  initialState: NOTHING,
  reducers: {
    viewsArrived: (
      state,
      { payload: { list, answer } }: PayloadAction<{ readonly list: ListName; readonly answer: ListViews }>,
    ): ListViewsState => ({ ...state, lists: { ...state.lists, [list]: answer }, failure: null }),
    viewsFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): ListViewsState => ({
      ...state,
      failure: payload.failure,
    }),
    viewSavingBegun: (state): ListViewsState => ({ ...state, saving: true, saveFailure: null }),
    viewSavingEnded: (state, { payload }: PayloadAction<{ readonly failure: string | null }>): ListViewsState => ({
      ...state,
      saving: false,
      saveFailure: payload.failure,
      saves: state.saves + (payload.failure === null ? 1 : 0),
    }),
    /** The dialog was opened again. */
    viewFailureSeen: (state): ListViewsState => ({ ...state, saveFailure: null }),
  },
});

export const { viewsArrived, viewsFailed, viewSavingBegun, viewSavingEnded, viewFailureSeen } = slice.actions;
export const listViewsReducer = slice.reducer;
