import { combineReducers, type UnknownAction } from '@reduxjs/toolkit';
import { broadcastReducer } from '../broadcastAdmin/broadcast.reducer';
import { uploadReducer } from '../broadcastAdmin/upload.reducer';
import { draftsReducer } from '../forms/forms.reducer';
import { sessionLeft } from '../session/whileActive.saga';
import { choicesReducer } from '../users/choices.reducer';
import type { AdminState } from './admin.state';

const parts = combineReducers({
  drafts: draftsReducer,
  choices: choicesReducer,
  upload: uploadReducer,
  broadcast: broadcastReducer,
});

/** Nothing of one person's work is there for the next. */
export function adminReducer(state: AdminState | undefined, action: UnknownAction): AdminState {
  return parts(sessionLeft(action) ? undefined : state, action);
}
