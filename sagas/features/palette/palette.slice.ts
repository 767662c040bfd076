/** The palette: what is typed, and the records that the server found for it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Failure } from '../../../machines/failure';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { paletteOpened } from './palette.intents';

type Found = ResponseOf<'recordsFound'>['records'];

export interface PaletteState {
  readonly open: boolean;
  readonly text: string;
  readonly found: Found;
  readonly searching: boolean;
  readonly failure: Failure | null;
}

const CLOSED: PaletteState = { open: false, text: '', found: [], searching: false, failure: null };

const slice = createSlice({
  name: 'palette',
  initialState: CLOSED,
  reducers: {
    paletteTyped: (state, { payload: { text } }: PayloadAction<{ readonly text: string }>): PaletteState => ({
      ...state,
      text,
      searching: text.trim() !== '',
      found: text.trim() === '' ? [] : state.found,
      failure: null,
    }),
    paletteFound: (state, { payload }: PayloadAction<{ readonly records: Found }>): PaletteState => ({
      ...state,
      found: payload.records,
      searching: false,
    }),
    paletteFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): PaletteState => ({
      ...state,
      found: [],
      searching: false,
      failure: payload.failure,
    }),
    paletteClosed: () => CLOSED,
    /** A choice was made: `does` is dispatched. */
    paletteChosen: (_, __: PayloadAction<{ readonly does: UnknownAction }>): PaletteState => CLOSED,
  },
  extraReducers: (builder) => builder.addCase(paletteOpened, (): PaletteState => ({ ...CLOSED, open: true })),
});

export const { paletteTyped, paletteFound, paletteFailed, paletteClosed, paletteChosen } = slice.actions;
/** Joins the store with the first use. */
export const paletteReducers = clearedOnSignOut({ palette: slice.reducer });
