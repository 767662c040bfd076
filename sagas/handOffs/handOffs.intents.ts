/** The ways out to other services, signed in there too. */
import { createAction } from '@reduxjs/toolkit';
import type { HandOff } from '../shell/menus/menu.types';

export const handOffRequested = createAction<{ readonly to: HandOff }>('handOffs/requested');
/** The link that stands in for a tab the browser did not open was pressed. */
export const handOffLinkUsed = createAction('handOffs/linkUsed');
/** It is not wanted. */
export const handOffLinkLeft = createAction('handOffs/linkLeft');
