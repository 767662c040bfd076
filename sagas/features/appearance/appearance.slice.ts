/** How the app looks and is operated, kept in this browser: density of rows, textures in charts, shortcuts. */
import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Appearance } from '../../base/ports/page';
import { clearedOnSignOut } from '../../session/activeSession.saga';

/** Opens the dialog; a late part, which first reads what is stored. */
export const appearanceOpened = createAction('appearance/opened');
/** Applied and stored immediately. */
export const appearanceChosen = createAction<Partial<Appearance>>('appearance/appearanceChosen');

const slice = createSlice({
  name: 'appearance',
  initialState: null as Appearance | null,
  reducers: {
    appearanceShown: (_, { payload }: { readonly payload: Appearance }) => payload,
    appearanceClosed: () => null,
  },
});

export const { appearanceShown, appearanceClosed } = slice.actions;
export const appearanceReducers = clearedOnSignOut({ appearance: slice.reducer });

/** What the dialog shows; null while it is closed. */
export const selectAppearance = ({ appearance }: { readonly appearance?: Appearance | null }): Appearance | null =>
  appearance ?? null;
