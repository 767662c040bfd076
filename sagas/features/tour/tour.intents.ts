/** Starting the tour. Separate from its slice, which is loaded with the first use. */
import { createAction } from '@reduxjs/toolkit';

/** From the first step, also if it was completed before. */
export const tourOpened = createAction('tour/opened');

export interface TourState {
  /** The step on screen; null while there is none. */
  readonly step: number | null;
}

/** Whether the tour is on screen. */
export const selectTouring = ({ tour }: { readonly tour?: TourState }): boolean => (tour?.step ?? null) !== null;
