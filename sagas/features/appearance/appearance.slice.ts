/** How one person wants to see the app, kept in their browser: how close rows stand, and textures in charts. */
import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Look } from '../../base/ports';

/** Opens the dialog; a late part, which reads what is kept first. */
export const appearanceOpened = createAction('appearance/opened');
/** Applied and kept at once. */
export const lookChosen = createAction<Partial<Look>>('appearance/lookChosen');

const slice = createSlice({
  name: 'appearance',
  initialState: null as Look | null,
  reducers: {
    lookShown: (_, { payload }: { readonly payload: Look }) => payload,
    appearanceClosed: () => null,
  },
});

export const { lookShown, appearanceClosed } = slice.actions;
export const appearanceReducers = { appearance: slice.reducer };

/** What the dialog shows; null while it is closed. */
export const selectLook = ({ appearance }: { readonly appearance?: Look | null }): Look | null => appearance ?? null;
