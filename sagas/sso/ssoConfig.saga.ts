import type { SagaGenerator } from '../effects';
import type { SsoConfig } from '../../contract';
import { CallFailed } from '../../machines/failure';
import type { SsoOrigin } from '../../machines/sso';
import { send } from '../http/send.saga';

/** How long the browser may take to leave this page before it is said that it does not. */
export const LEAVING_MS = 10_000;

/** The settings of this very provider. */
export function* ssoConfig(origin: SsoOrigin): SagaGenerator<SsoConfig> {
  const notSetUp = new CallFailed({ kind: 'sso', problem: 'notSetUp', origin: null });
  let config: SsoConfig;
  try {
    config = yield* send('ssoConfig', { params: { orgIdentifier: origin.organizationCode } });
  } catch (error) {
    const refused = error instanceof CallFailed && error.failure.kind === 'refused';
    throw refused ? notSetUp : error;
  }
  if (config.registrationId !== origin.registrationId) throw notSetUp;
  return config;
}
