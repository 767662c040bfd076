/** Administration of users, roles and broadcasts. */
import { port } from '../../base/ports';
import { call, fork, type SagaGenerator } from '../../base/runtime/effects';
import { adminReducers } from './admin.slice';
import { watchBroadcastPage } from './broadcasts/broadcast.saga';
import { composeForm } from './broadcasts/compose.saga';
import { watchUpload } from './broadcasts/upload.saga';
import { watchConfirmations } from './confirmations/confirmations.saga';
import { followForms } from './forms/forms.saga';
import { roleForm } from './roles/roles.saga';
import { userForm, watchChoices } from './users/users.saga';

export function* watchAdmin(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, adminReducers);
  yield* fork(watchChoices);
  yield* fork(watchUpload);
  yield* fork(watchConfirmations);
  yield* fork(watchBroadcastPage);
  yield* fork(followForms, [userForm, roleForm, composeForm]);
}
