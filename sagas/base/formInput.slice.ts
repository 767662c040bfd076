/** How many forms hold input that only their components know. */
import { createSlice } from '@reduxjs/toolkit';

const slice = createSlice({
  name: 'formInput',
  initialState: 0,
  reducers: {
    inputBegun: (forms) => forms + 1,
    // A form that is removed after the session ends was forgotten with it.
    inputEnded: (forms) => Math.max(0, forms - 1),
  },
});

export const { inputBegun, inputEnded } = slice.actions;
export const formInputReducer = slice.reducer;
