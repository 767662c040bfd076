/** What became of a dashboard's filters. */
import { createAction } from '@reduxjs/toolkit';
import type { Dashboard } from '../../contract/dashboardFilters.endpoints';
import type { FilterForm } from './filter.form';
import type { Departments, FilterOptions, Won } from './filters.state';

/** A dashboard is shown and it is clear what it is filtered by; null when it is left. */
export const filtersSettled = createAction<{ readonly dashboard: Dashboard | null; readonly won: Won }>(
  'filters/settled',
);
export const filterOptionsArrived = createAction<{ readonly dashboard: Dashboard; readonly options: FilterOptions }>(
  'filters/optionsArrived',
);
export const filterOptionsFailed = createAction('filters/optionsFailed');
export const departmentsArrived = createAction<{
  readonly clientIds: readonly string[];
  readonly choices: Departments;
}>('filters/departmentsArrived');
/** Values that do not fit what they depend on were taken out of the draft. */
export const draftPruned = createAction<{ readonly form: FilterForm; readonly dropped: string }>('filters/draftPruned');
export const savingBegun = createAction('filters/savingBegun');
/** Null where it went well. */
export const savingEnded = createAction<{ readonly failure: string | null }>('filters/savingEnded');
