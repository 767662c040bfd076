/** What people do on the live board. */
import { createAction } from '@reduxjs/toolkit';
import type { BoardPlace } from './board.address';

/** Other kinds, hours or looks, in the address. */
export const boardChanged = createAction<Partial<BoardPlace>>('notifications/boardChanged');
/** Stops what arrives from being shown, or lets it. */
export const boardPausePressed = createAction('notifications/boardPausePressed');
/** The list is away from its top, or the focus is within it: what one reads stays where it is. */
export const boardRead = createAction<{ readonly away?: boolean; readonly focused?: boolean }>(
  'notifications/boardRead',
);
/** Shows what has arrived meanwhile, from the top. */
export const boardNewPressed = createAction('notifications/boardNewPressed');
/** Counts once more, after that has failed. */
export const boardRetried = createAction('notifications/boardRetried');
