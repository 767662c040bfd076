/** What the parts of the review desk tell each other. */
import { createAction, type Action } from '@reduxjs/toolkit';
import { machineMoved } from '../../base/runtime/machines.slice';
import { DESK_MACHINE } from './reviewDesk.selectors';

/** Somebody else has decided these, or they are not to be seen any more. */
export const takenElsewhere = createAction<{ readonly ids: readonly string[] }>('reviewDesk/takenElsewhere');

export const isDeskMoved = (action: Action): boolean =>
  machineMoved.match(action) && action.payload.machine === DESK_MACHINE;
