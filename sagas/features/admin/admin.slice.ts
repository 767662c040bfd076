/** State of the administration pages. Added to the store with the first of them. */
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { broadcastReducer } from './broadcasts/broadcast.slice';
import { uploadReducer } from './broadcasts/upload.slice';
import { draftsReducer } from './forms/forms.slice';
import { ssoTestReducer } from './sso/sso.slice';
import { choicesReducer } from './users/users.slice';

export const adminReducers = clearedOnSignOut({
  drafts: draftsReducer,
  roleChoices: choicesReducer,
  upload: uploadReducer,
  broadcast: broadcastReducer,
  ssoTest: ssoTestReducer,
});
