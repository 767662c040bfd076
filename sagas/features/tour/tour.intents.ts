/** Being shown around, as the frame knows it: apart from its slice, which is loaded with the first use. */
import { createAction } from '@reduxjs/toolkit';

/** From the first step, whatever has been seen. */
export const tourOpened = createAction('tour/opened');

export interface TourState {
  /** The step that is shown; null while none is. */
  readonly step: number | null;
}

/** Whether somebody is being shown around. */
export const selectTouring = ({ tour }: { readonly tour?: TourState }): boolean => (tour?.step ?? null) !== null;
