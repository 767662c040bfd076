import { createSelector } from 'reselect';
import { selectForm } from '../filters/filters.selectors';
import { selectUser } from '../session/session.selectors';
import { selectCarriedQuery } from '../shell/shell.selectors';
import type { Asker } from './report.links';

/** Whose links they are; null while it is not clear what they would be filtered by. */
export const selectAsker = createSelector(
  [selectUser, selectForm, selectCarriedQuery],
  (user, form, carried): Asker | null => (user === null || form === null ? null : { user, form, carried }),
);
