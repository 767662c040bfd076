import { call, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { SsoOrigin } from '../../machines/sso';
import { port } from '../ports';
import { pause } from '../time.saga';
import { LEAVING_MS, ssoConfig } from './ssoConfig.saga';

/** Sends the browser to the identity provider. What comes after the page has gone needs no answer. */
export function* startSso(origin: SsoOrigin): SagaGenerator<never> {
  const config = yield* ssoConfig(origin);
  const sso = yield* port('sso');
  try {
    yield* call(sso.begin, config, origin);
  } catch {
    throw new CallFailed({ kind: 'sso', problem: 'providerUnreachable', origin });
  }
  yield* pause(LEAVING_MS);
  throw new CallFailed({ kind: 'sso', problem: 'providerUnreachable', origin });
}
