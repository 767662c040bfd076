/** The address, and requests to change it. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { PageLocation, PageMove } from '../../base/ports/page';

interface Navigation {
  /** A path of this app with its query: `/vms/jobs?page=2`. */
  readonly to: string;
  /** Without a step in the history, as for a filter that is being typed. */
  readonly replace?: boolean;
}

export const navigateRequested = createAction<Navigation>('navigation/requested');
/** This many steps through the history; negative goes back. */
export const historyStepRequested = createAction<number>('navigation/historyStepRequested');

/** An entry of the main menu was pressed: its address, complete. */
export const menuPressed = createAction<{ readonly to: string }>('navigation/menuPressed');

export const pageMoved = createAction<PageMove>('navigation/pageMoved');

/** The name of a page at an address if it is not that of its route: its record's, or that of a page without route. */
export interface NamedPage {
  readonly pathname: string;
  readonly name: string;
}
export const pageNamed = createAction<NamedPage>('navigation/pageNamed');

/** The part of the store that holds the address. */
export interface WithLocation {
  /** Null until it has been read. */
  readonly location?: PageLocation | null;
  /** How the user got there. */
  readonly arrivedBy?: PageMove['by'];
  readonly lastStep?: LastStep;
  readonly namedPage?: NamedPage | null;
  readonly menuPress?: MenuPress | null;
}

interface MenuPress {
  readonly to: string;
  /** Whether the address has followed it. */
  readonly arrived: boolean;
}

interface LastStep {
  readonly to: PageLocation | null;
  /** Null at the first page. */
  readonly from: PageLocation | null;
}

/** The address; null until it has been read. */
export function locationReducer(state: PageLocation | null = null, action: UnknownAction): PageLocation | null {
  return pageMoved.match(action) ? action.payload.location : state;
}

/** How the last address was reached. */
export function arrivedByReducer(state: PageMove['by'] = 'replace', action: UnknownAction): PageMove['by'] {
  return pageMoved.match(action) ? action.payload.by : state;
}

/** Where the last step through the history began. An address that is only replaced, as by a redirect, is no step. */
export function lastStepReducer(state: LastStep = { to: null, from: null }, action: UnknownAction): LastStep {
  if (!pageMoved.match(action)) return state;
  const { location: to, by } = action.payload;
  return { to, from: by === 'replace' ? state.from : state.to };
}

/** The name of the last page that has one of its own. */
export function namedPageReducer(state: NamedPage | null = null, action: UnknownAction): NamedPage | null {
  return pageNamed.match(action) ? action.payload : state;
}

/** The entry of the menu that led to this address; null if it was reached in another way. */
export function menuPressReducer(state: MenuPress | null = null, action: UnknownAction): MenuPress | null {
  if (menuPressed.match(action)) return { to: action.payload.to, arrived: false };
  if (!pageMoved.match(action) || state === null) return state;
  const { location, by } = action.payload;
  // A second press replaces the address by the same one.
  const follows = !state.arrived && by !== 'pop' && location.pathname + location.search === state.to;
  return follows ? { ...state, arrived: true } : null;
}
