import type { UnknownAction } from '@reduxjs/toolkit';
import { filterDrafted, filterDrawerClosed, filterDrawerOpened, filterOptionsWanted } from './filters.intents';
import {
  departmentsArrived,
  draftPruned,
  filterOptionsArrived,
  filterOptionsFailed,
  filtersSettled,
  savingBegun,
  savingEnded,
} from './filters.events';
import { NO_FILTERS, type FiltersState } from './filters.state';

export function filtersReducer(state: FiltersState = NO_FILTERS, action: UnknownAction): FiltersState {
  if (filtersSettled.match(action)) {
    const { dashboard, won } = action.payload;
    return { ...state, settled: dashboard, won, drawer: null, draft: null, dropped: null };
  }
  if (filterOptionsWanted.match(action)) return { ...state, optionsStatus: 'waiting' };
  if (filterOptionsArrived.match(action)) {
    const { dashboard, options } = action.payload;
    return { ...state, optionsStatus: 'there', options: { ...state.options, [dashboard]: options } };
  }
  if (filterOptionsFailed.match(action)) return { ...state, optionsStatus: 'failed' };
  if (departmentsArrived.match(action)) return { ...state, departments: action.payload };
  if (savingBegun.match(action)) return { ...state, saving: true, saveFailure: null };
  if (savingEnded.match(action)) {
    const { failure } = action.payload;
    return { ...state, saving: false, saveFailure: failure, saves: state.saves + (failure === null ? 1 : 0) };
  }
  return drawerReducer(state, action);
}

function drawerReducer(state: FiltersState, action: UnknownAction): FiltersState {
  if (filterDrawerOpened.match(action)) {
    return { ...state, drawer: action.payload.tab, saveFailure: null };
  }
  if (filterDrawerClosed.match(action)) return { ...state, drawer: null, draft: null, dropped: null };
  if (filterDrafted.match(action)) return { ...state, draft: action.payload.form, dropped: null };
  if (draftPruned.match(action)) {
    return { ...state, draft: action.payload.form, dropped: action.payload.dropped };
  }
  return state;
}
