import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { FileRef } from '../../ports';

export const logoArrived = createAction<FileRef>('shell/logoArrived');

/** The logo's picture; null where the default one is shown. */
export function logoReducer(state: FileRef | null = null, action: UnknownAction): FileRef | null {
  return logoArrived.match(action) ? action.payload : state;
}
