import { createSelector } from 'reselect';
import { selectForm } from '../forms/forms.selectors';
import type { ComposeStart, ComposeValues } from './compose.types';

export const selectComposeForm = createSelector([selectForm], (form) => ({
  ...form,
  start: form.loaded as ComposeStart | null,
  draft: form.draft as ComposeValues | null,
}));
