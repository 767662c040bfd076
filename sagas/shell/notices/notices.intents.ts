/** What people do with the notices. */
import { createAction } from '@reduxjs/toolkit';

export const noticeDismissed = createAction<{ readonly id: string }>('notices/dismissed');
/** The pointer or the focus rests on the notices: none of them goes. */
export const noticesHeld = createAction('notices/held');
export const noticesReleased = createAction('notices/released');
