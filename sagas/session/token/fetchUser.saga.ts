import type { EndpointName } from '../../../contract/endpoints';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { Grant } from '../../../machines/grant';
import type { CallAnswer, CallInput } from '../../base/http/http.types';
import type { SagaGenerator } from '../../base/runtime/effects';

/** How calls with the token of a grant are sent. */
export type CallsOf = (
  grant: Grant,
) => <K extends EndpointName>(name: K, input: CallInput<K>) => SagaGenerator<CallAnswer<K>>;

/** Fetches the profile, organization and permissions of the user who holds a grant. Throws CallFailed. */
export const fetchUserBy = (callsOf: CallsOf) =>
  function* fetchUser({
    grant,
    userName,
  }: {
    readonly grant: Grant;
    readonly userName: string;
  }): SagaGenerator<UserInfo> {
    return yield* callsOf(grant)('userInfo', { params: { userName } });
  };
