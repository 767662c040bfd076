/** What people do in the Notification Preferences dialog. */
import { createAction } from '@reduxjs/toolkit';
import type { SubCategoryCode } from '../../contract';
import type { Column } from './rules';

export const preferencesOpened = createAction('preferences/opened');
export const preferencesRetried = createAction('preferences/retried');
export const preferenceToggled = createAction<{ readonly code: SubCategoryCode; readonly column: Column }>(
  'preferences/toggled',
);
export const preferencesSaved = createAction('preferences/saved');
/** Asks before changes are lost. */
export const preferencesClosed = createAction('preferences/closed');
export const changesKept = createAction('preferences/changesKept');
export const changesDiscarded = createAction('preferences/changesDiscarded');
