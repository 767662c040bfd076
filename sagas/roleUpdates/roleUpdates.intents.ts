/** What a person does with a change of their role. */
import { createAction } from '@reduxjs/toolkit';

export const roleUpdateAccepted = createAction<{ readonly entityId: string }>('roleUpdates/accepted');
/** The page may be loaded afresh, whatever was typed. */
export const roleReloadChosen = createAction('roleUpdates/reloadChosen');
export const roleReloadPutOff = createAction('roleUpdates/reloadPutOff');
