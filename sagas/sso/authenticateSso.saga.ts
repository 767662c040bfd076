import type { SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { SsoGrant, SsoProof } from '../../machines/sso';
import { grantOf } from '../access/authenticate.saga';
import { send } from '../http/send.saga';

/** The password grant with the provider's id token in the place of name and password. */
export function* authenticateSso(proof: SsoProof): SagaGenerator<SsoGrant> {
  const answer = yield* send('token', {
    body: {
      grant_type: 'password',
      organization_code: proof.organizationCode,
      sso_source: proof.registrationId,
      sso_client_id: proof.clientId,
      sso_tenant_id: proof.issuer,
      sso_token: proof.token,
    },
  });
  if (answer.userName === undefined) throw new CallFailed({ kind: 'badAnswer' });
  return { ...grantOf(answer), userName: answer.userName };
}
