/** What a person does on the page of a broadcast that was written. */
import { createAction } from '@reduxjs/toolkit';

export const broadcastReloadRequested = createAction('broadcastAdmin/reloadRequested');
/** Which of its recipients to show. */
export const recipientsChosen = createAction<{ readonly show: RecipientsShown; readonly page: number }>(
  'broadcastAdmin/recipientsChosen',
);
export const RECIPIENTS_SHOWN = ['all', 'accepted', 'waiting'] as const;
export type RecipientsShown = (typeof RECIPIENTS_SHOWN)[number];
