/** Administration of users, roles and broadcasts. */
import { port } from '../../base/ports/ports';
import { call, fork, put, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { actionDone } from '../confirmations/confirmations.slice';
import { watchBroadcastPage } from './broadcasts/broadcast.saga';
import { broadcastReducer, broadcastReloadRequested } from './broadcasts/broadcast.slice';
import { composeForm } from './broadcasts/compose.saga';
import { watchUpload } from './broadcasts/upload.saga';
import { uploadReducer } from './broadcasts/upload.slice';
import { watchForms } from './forms/forms.saga';
import { draftsReducer, formRefreshed } from './forms/forms.slice';
import { organizationForm } from './organizations/organizations.saga';
import { roleForm } from './roles/roles.saga';
import { PROVIDER_VALUES } from './sso/sso.rules';
import { ssoForm, watchSsoTest } from './sso/sso.saga';
import { ssoTestReducer } from './sso/sso.slice';
import { RESET_VALUES } from './users/users.rules';
import { userForm, watchChoices } from './users/users.saga';
import { roleChoicesReducer } from './users/roleChoices.slice';

/** State of the administration pages. */
export const adminReducers = clearedOnSignOut({
  drafts: draftsReducer,
  roleChoices: roleChoicesReducer,
  upload: uploadReducer,
  broadcast: broadcastReducer,
  ssoTest: ssoTestReducer,
});

/** A late part: loaded with the first screen of administration, it adds its reducers before anything else. */
export function* watchAdmin(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, adminReducers);
  yield* fork(watchChoices);
  yield* fork(watchUpload);
  yield* fork(watchSsoTest);
  yield* takeEvery(actionDone, reload);
  yield* fork(watchBroadcastPage);
  yield* fork(watchForms, [userForm, roleForm, organizationForm, ssoForm, composeForm]);
}

/** Shows what a confirmed action has done, if anything. */
function* reload({ payload: { action } }: ReturnType<typeof actionDone>): SagaGenerator<void> {
  switch (action.kind) {
    case 'cancelBroadcast':
    case 'endBroadcast':
      return void (yield* put(broadcastReloadRequested()));
    case 'deactivateUser':
    case 'reactivateUser':
    case 'unlockUser':
    case 'confirmEmail':
    case 'deactivateOrganization':
    case 'reactivateOrganization':
    case 'unlinkIdentity':
      return void (yield* put(formRefreshed()));
    case 'resetUserFactors':
      return void (yield* put(formRefreshed({ own: RESET_VALUES })));
    case 'switchOffSso':
      return void (yield* put(formRefreshed({ own: PROVIDER_VALUES })));
    // They are shown beside the form.
    case 'endSession':
    case 'endOtherSessions':
    case 'endUserSession':
    case 'endUserSessions':
  }
}
