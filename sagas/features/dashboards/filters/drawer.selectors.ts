/** What only the drawer and the criteria show, so the dashboard shows before this is loaded. */
import { createSelector } from 'reselect';
import type { ChoiceField } from '../../../../contract/dashboards/filter';
import type { WithPage } from '../../../navigation/location/location.selectors';
import { selectAllChoices, type FieldChoice } from './choices.selectors';
import { offersField, sameForm, type FilterField } from './filterForm';
import {
  departmentsOf,
  meansHere,
  selectCurrentSearch,
  selectDraft,
  selectFilterOptions,
  selectFilters,
  selectForm,
  selectPlace,
} from './filters.selectors';

/** Whether Apply would change something; Clear All also clears what only other tabs offer. */
export const selectDraftPending = createSelector(
  [selectForm, selectFilters],
  (form, { draft, isCleared }) => draft !== null && form !== null && (isCleared || !sameForm(draft, form)),
);

const offersHere =
  (field: FilterField) =>
  (state: WithPage): boolean => {
    const place = selectPlace(state);
    return place !== null && offersField(field, place);
  };
/** Date ranges are for dashboards of one supplier; the others have time frames. */
export const selectHasDateRange = offersHere('dateRange');
/** Spend may have another time frame than the rest. */
export const selectHasBilling = offersHere('billingTimeFrame');

/** The options of each field. Departments, sub-offerings and specialties are limited to those of the chosen parents. */
export const selectFieldChoices = createSelector(
  [selectAllChoices, selectDraft, selectFilters],
  (all, draft, filters): Readonly<Record<ChoiceField, readonly FieldChoice[]>> => {
    const under = (field: 'specialtyIds' | 'subOfferingIds', parents: readonly string[] = []) =>
      parents.length === 0 ? all[field] : all[field].filter(({ parent = '' }) => parents.includes(parent));
    return {
      ...all,
      departmentIds: departmentsOf(filters, draft) ?? [],
      specialtyIds: under('specialtyIds', draft?.professionIds),
      subOfferingIds: under('subOfferingIds', draft?.offeringIds),
    };
  },
);

/** The saved search whose criteria the draft would change: the one it began with, if that is the user's and differs. */
export const selectUpdatableSearch = createSelector(
  [selectDraft, selectFilters, selectFilterOptions, selectCurrentSearch, selectPlace],
  (draft, { basis }, options, current, place) => {
    const search = options?.savedFilters.find(({ id }) => id === (basis ?? current?.id));
    if (draft === null || place === null || search === undefined || !search.canDeleted) return null;
    return meansHere(search, draft, place) ? null : search;
  },
);
