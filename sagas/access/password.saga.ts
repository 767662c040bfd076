import type { SagaGenerator } from '../effects';
import type { Grant } from '../../machines/grant';
import type { SecretRef } from '../../machines/secret';
import { send } from '../http/send.saga';

/** Replaces a generated password; the old one is not asked for. */
export function* changePassword(input: {
  readonly grant: Grant;
  readonly newPassword: SecretRef;
}): SagaGenerator<void> {
  yield* send('passwordChange', { body: { newPassword: input.newPassword } }, input.grant.token);
}

/** Has a temporary password mailed. */
export function* resetPassword(input: {
  readonly userName: string;
  readonly organizationCode: string;
}): SagaGenerator<void> {
  yield* send('passwordReset', { body: { username: input.userName, organizationCode: input.organizationCode } });
}
