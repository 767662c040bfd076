/** Short words in a corner of the page: what happened, where nothing else shows it. */
import { createAction, nanoid } from '@reduxjs/toolkit';

export interface Notice {
  readonly id: string;
  readonly tone: 'positive' | 'info' | 'warning' | 'negative';
  readonly text: string;
}

/** Stays for 5 seconds; longer while somebody looks at it. */
export const noticeShown = createAction('notices/shown', (notice: Omit<Notice, 'id'>) => ({
  payload: { ...notice, id: nanoid() },
}));
export const noticeDismissed = createAction<{ readonly id: string }>('notices/dismissed');
/** The pointer or the focus rests on the notices: none of them goes. */
export const noticesHeld = createAction('notices/held');
export const noticesReleased = createAction('notices/released');
