/** Users, roles and broadcasts as administrators look after them. What it keeps joins the store with it. */
import { watchBroadcastPage } from '../broadcastAdmin/broadcast.watch';
import { composeForm } from '../broadcastAdmin/composeForm.saga';
import { watchUpload } from '../broadcastAdmin/upload.saga';
import { watchDeeds } from '../deeds/deeds.watch';
import { call, fork, type SagaGenerator } from '../effects';
import { followForms } from '../forms/followForms.saga';
import { port } from '../ports';
import { roleForm } from '../roles/roleForm.saga';
import { watchChoices } from '../users/choices.saga';
import { userForm } from '../users/userForm.saga';
import { adminReducer } from './admin.reducer';

export function* watchAdmin(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add<'admin'>, 'admin', adminReducer);
  yield* fork(watchChoices);
  yield* fork(watchUpload);
  yield* fork(watchDeeds);
  yield* fork(watchBroadcastPage);
  yield* fork(followForms, [userForm, roleForm, composeForm]);
}
