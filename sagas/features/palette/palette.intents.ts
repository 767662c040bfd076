/** Opening the palette. Separate from its slice, because the top bar dispatches it before that is loaded. */
import { createAction } from '@reduxjs/toolkit';

export const paletteOpened = createAction('palette/opened');

/** False until the palette's part is loaded. */
export const selectPaletteOpen = ({ palette }: { readonly palette?: { readonly open: boolean } }): boolean =>
  palette?.open === true;
