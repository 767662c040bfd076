import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Failure } from '../../machines/failure';
import { supplierChosen } from './users.intents';
import type { RoleChoice } from './users.types';

/** The roles of the supplier that was chosen last. */
export interface ChoicesState {
  readonly organizationId: string | null;
  /** Null while they are on their way, and where that failed. */
  readonly roles: readonly RoleChoice[] | null;
  readonly failure: Failure | null;
}
const NOTHING: ChoicesState = { organizationId: null, roles: null, failure: null };

export const choicesArrived = createAction<{ readonly organizationId: string; readonly roles: readonly RoleChoice[] }>(
  'users/choicesArrived',
);
export const choicesFailed = createAction<{ readonly failure: Failure }>('users/choicesFailed');

export function choicesReducer(state: ChoicesState = NOTHING, action: UnknownAction): ChoicesState {
  if (supplierChosen.match(action)) return { ...NOTHING, organizationId: action.payload.organizationId };
  if (choicesArrived.match(action)) return { ...action.payload, failure: null };
  if (choicesFailed.match(action)) return { ...state, failure: action.payload.failure };
  return state;
}
