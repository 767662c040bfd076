import type { UserInfo } from '../../../contract/identity/access.endpoints';
import type { Grant } from '../../../machines/grant';
import { send } from '../../base/http/send.saga';
import type { SagaGenerator } from '../../base/runtime/effects';

/** The profile, organization and permissions of the user who holds this grant. Throws CallFailed. */
export function* fetchUser({
  grant,
  userName,
}: {
  readonly grant: Grant;
  readonly userName: string;
}): SagaGenerator<UserInfo> {
  return yield* send('userInfo', { params: { userName } }, grant.token);
}
