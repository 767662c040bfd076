/** The saved search that can be updated: only the drawer offers it, so the dashboard shows before this is loaded. */
import { createSelector } from 'reselect';
import {
  meansHere,
  selectCurrentSearch,
  selectDraft,
  selectFilterOptions,
  selectFilters,
  selectPlace,
} from './filters.selectors';

/** The saved search whose criteria the draft would change: the one it began with, if it is the user's own and differs. */
export const selectUpdatableSearch = createSelector(
  [selectDraft, selectFilters, selectFilterOptions, selectCurrentSearch, selectPlace],
  (draft, { basis }, options, current, place) => {
    const search = options?.savedFilters.find(({ id }) => id === (basis ?? current?.id));
    if (draft === null || place === null || search === undefined || !search.canDeleted) return null;
    return meansHere(search, draft, place) ? null : search;
  },
);
