import { createAction } from '@reduxjs/toolkit';

/** Null for all facilities. */
export const clientChosen = createAction<{ readonly clientId: string | null }>('clients/chosen');
export const clientChoicesWanted = createAction('clients/choicesWanted');
