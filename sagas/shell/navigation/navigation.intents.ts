/** Where people ask to go. */
import { createAction } from '@reduxjs/toolkit';

interface Navigation {
  /** A path of this app with its query: `/vms/jobs?page=2`. */
  readonly to: string;
  /** Without a step in the history, as for a filter that is being typed. */
  readonly replace?: boolean;
}

export const navigateRequested = createAction<Navigation>('navigation/requested');
/** As many steps through the history, back where negative. */
export const historyStepRequested = createAction<number>('navigation/historyStepRequested');
