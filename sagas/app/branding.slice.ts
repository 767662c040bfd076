/** The organization's logo; null shows the default logo. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { FileRef } from '../base/ports';

export const logoArrived = createAction<FileRef>('shell/logoArrived');

/** The image of the logo; null shows the default logo. */
export function logoReducer(state: FileRef | null = null, action: UnknownAction): FileRef | null {
  return logoArrived.match(action) ? action.payload : state;
}

/** The organization's logo; null if it has none or until it is loaded. */
export const selectLogo = (state: { readonly logo?: FileRef | null }) => state.logo ?? null;
