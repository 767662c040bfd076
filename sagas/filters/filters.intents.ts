/** What a person does with the filters of a dashboard. */
import { createAction } from '@reduxjs/toolkit';
import type { FilterField } from './fields';
import type { FilterForm } from './filter.form';

/** In effect from now on. */
export const filterApplied = createAction<{ readonly form: FilterForm }>('filters/applied');
/** A chip was taken off: what it stood for is cleared. */
export const filterChipRemoved = createAction<{ readonly field: FilterField }>('filters/chipRemoved');
/** Everything back to the default. */
export const filtersCleared = createAction('filters/cleared');
/** What was cleared is wanted back. */
export const filtersRestored = createAction<{ readonly form: FilterForm }>('filters/restored');

export type DrawerTab = 'filters' | 'saved';
export const filterDrawerOpened = createAction<{ readonly tab: DrawerTab }>('filters/drawerOpened');
export const filterDrawerClosed = createAction('filters/drawerClosed');
/** In the drawer, not in effect yet. */
export const filterDrafted = createAction<{ readonly form: FilterForm }>('filters/drafted');

export const filterOptionsWanted = createAction('filters/optionsWanted');

export interface SearchToSave {
  /** Null for a new one. */
  readonly id: string | null;
  readonly searchName: string;
  readonly public: boolean;
  readonly default: boolean;
  /** Absent: the one that is kept stays as it is. */
  readonly form?: FilterForm;
  /** The form is in effect from then on, too. */
  readonly apply?: boolean;
}
export const searchSaved = createAction<SearchToSave>('filters/searchSaved');
export const searchChosen = createAction<{ readonly id: string }>('filters/searchChosen');
export const searchDeleted = createAction<{ readonly id: string }>('filters/searchDeleted');
