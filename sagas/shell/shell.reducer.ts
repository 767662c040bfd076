import { combineReducers, type UnknownAction } from '@reduxjs/toolkit';
import { sessionLeft } from '../session/whileActive.saga';
import { locationReducer } from './navigation/location.reducer';
import type { ShellState } from './shell.state';

const parts = combineReducers({ location: locationReducer });

/** Nothing of one person's work is there for the next. */
export function shellReducer(state: ShellState | undefined, action: UnknownAction): ShellState {
  return parts(sessionLeft(action) ? undefined : state, action);
}
