import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { formChanged, formDiscarded } from './forms.intents';

/** What is typed and not saved, by the address of its form. It outlives going elsewhere and coming back. */
export type DraftsState = Readonly<Record<string, unknown>>;

export const formSaved = createAction<{ readonly key: string }>('forms/saved');

export function draftsReducer(state: DraftsState = {}, action: UnknownAction): DraftsState {
  if (formChanged.match(action)) {
    const { key, values } = action.payload;
    return values === null ? without(state, key) : { ...state, [key]: values };
  }
  if (formDiscarded.match(action) || formSaved.match(action)) return without(state, action.payload.key);
  return state;
}

function without(state: DraftsState, key: string): DraftsState {
  if (!(key in state)) return state;
  const { [key]: _gone, ...others } = state;
  return others;
}
