/** Why a sign-in is refused, and how much of that may be told. */
import type { ErrorCode, SignInRefusal } from '../../contract';

/** What the audit knows. */
export type CredentialRefusal =
  | 'unknown_organization'
  | 'unknown_user'
  | 'wrong_password'
  | 'account_locked'
  | 'account_disabled'
  | 'address_refused';

type CredentialCode = Extract<
  ErrorCode,
  'invalid.credentials' | 'user.not.found' | 'account.locked' | 'oauth.login.invalid.ipaddress'
>;

/** Without `disclose` every refusal is the same one, so that nobody learns which accounts there are. */
export function credentialCode(refusal: CredentialRefusal, disclose: boolean): CredentialCode {
  if (!disclose) return 'invalid.credentials';
  switch (refusal) {
    case 'unknown_user':
      return 'user.not.found';
    case 'account_locked':
      return 'account.locked';
    case 'address_refused':
      return 'oauth.login.invalid.ipaddress';
    default:
      return 'invalid.credentials';
  }
}

/** The same on the token endpoint, which spells the lock differently and never names an unknown user. */
export function grantDescription(refusal: CredentialRefusal, disclose: boolean): SignInRefusal {
  const code = credentialCode(refusal, disclose);
  if (code === 'account.locked') return 'account_locked';
  return code === 'user.not.found' ? 'invalid.credentials' : code;
}
