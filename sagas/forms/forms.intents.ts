/** What a person does with a form that has a page to itself. One is open at a time. */
import { createAction } from '@reduxjs/toolkit';

/** What is typed so far; null where it is as it was loaded. `key` is the address the form stands at. */
export const formChanged = createAction<{ readonly key: string; readonly values: unknown }>('forms/changed');
export const formDiscarded = createAction<{ readonly key: string }>('forms/discarded');
export const formSubmitted = createAction<{ readonly values: unknown }>('forms/submitted');
/** What the form starts from could not be loaded: once more. */
export const formRetried = createAction('forms/retried');
/** Show what the server has by now; what was typed stays. */
export const formRefreshed = createAction('forms/refreshed');
