/** What becomes known about records. Separate from the slice, because lists follow it before that is loaded. */
import { createAction } from '@reduxjs/toolkit';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';

/** The records as the server has them now. */
export const recordStatesArrived = createAction<{ readonly records: readonly ActionableRecord[] }>(
  'recordActions/recordStatesArrived',
);
/** An action is known to have succeeded on none of its records; these had been changed, or may be by it. */
export const recordsOutdated = createAction<{ readonly ids: readonly string[] }>('recordActions/recordsOutdated');
