import type { SagaGenerator } from '../effects';
import type { UserInfo } from '../../contract';
import type { Grant } from '../../machines/grant';
import { send } from '../http/send.saga';

/** The profile, organisation and permissions of the user who holds this grant. */
export function* fetchUser({
  grant,
  userName,
}: {
  readonly grant: Grant;
  readonly userName: string;
}): SagaGenerator<UserInfo> {
  return yield* send('userInfo', { params: { userName } }, grant.token);
}
