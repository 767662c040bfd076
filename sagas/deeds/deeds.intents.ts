/** What is asked about before it is done. */
import { createAction } from '@reduxjs/toolkit';
import type { Deed } from '../../machines/deed/deed.machine';

export const deedAsked = createAction<{ readonly deed: Deed }>('deeds/asked');
export const deedConfirmed = createAction('deeds/confirmed');
export const deedCancelled = createAction('deeds/cancelled');
