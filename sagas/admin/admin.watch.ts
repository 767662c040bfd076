/** Users, roles and broadcasts as administrators look after them. A file of its own, fetched with the first such page. */
import { watchBroadcastPage } from '../broadcastAdmin/broadcast.watch';
import { composeForm } from '../broadcastAdmin/composeForm.saga';
import { watchUpload } from '../broadcastAdmin/upload.saga';
import { watchDeeds } from '../deeds/deeds.watch';
import { fork, type SagaGenerator } from '../effects';
import { followForms } from '../forms/followForms.saga';
import { roleForm } from '../roles/roleForm.saga';
import { watchChoices } from '../users/choices.saga';
import { userForm } from '../users/userForm.saga';

export { adminReducer } from './admin.reducer';

export function* watchAdmin(): SagaGenerator<void> {
  yield* fork(watchChoices);
  yield* fork(watchUpload);
  yield* fork(watchDeeds);
  yield* fork(watchBroadcastPage);
  yield* fork(followForms, [userForm, roleForm, composeForm]);
}
