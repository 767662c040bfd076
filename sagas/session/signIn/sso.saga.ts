/** Single sign-on: a chunk of its own, loaded when first needed. */
import type { SsoConfig } from '../../../contract/identity/sso.endpoints';
import { CallFailed } from '../../../machines/failure';
import type { SsoGrant, SsoOrigin, SsoProof } from '../../../machines/grant';
import type { SignedOutReason } from '../../../machines/session/session.types';
import { pause } from '../../base/clock.saga';
import { finishPendingSignOut } from '../token/pendingSignOut.saga';
import { send } from '../../base/http/send.saga';
import { port } from '../../base/ports/ports';
import { call, spawn, type SagaGenerator } from '../../base/runtime/effects';
import { loadSso, saveSso } from '../token/storedSso.saga';
import { grantOf } from './signInCalls.saga';

/**
 * Sends the browser to the identity provider. The page is left, so nothing follows. Throws CallFailed if the browser
 * has not left after 10 s.
 */
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

/**
 * Exchanges what the provider sent back with the browser for an id token. Throws CallFailed with the provider's
 * problem.
 */
export function* finishSso(): SagaGenerator<SsoProof> {
  const sso = yield* port('sso');
  const outcome = yield* call(sso.finish);
  if (outcome.kind === 'failed') {
    throw new CallFailed({ kind: 'sso', problem: outcome.problem, origin: outcome.origin });
  }
  return outcome.proof;
}

/** The password grant, with the provider's id token in place of name and password. Throws CallFailed. */
export function* authenticateSso(proof: SsoProof): SagaGenerator<SsoGrant> {
  yield* finishPendingSignOut();
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

/**
 * After the session: if its provider still belongs to the organization and is reachable, the user is signed out there,
 * too, and returns to the sign-in screen, which gives the reason. Only one of several tabs does this. Returns once this
 * page is being replaced; if it stays, throws CallFailed, which is ignored because the session is over anyway.
 */
export function* endSso({
  origin,
  reason,
}: {
  readonly origin: SsoOrigin;
  readonly reason: SignedOutReason;
}): SagaGenerator<void> {
  // A deliberate sign-out has already cleared the stored origin, and calls this on request.
  if (reason !== 'signed_out') {
    // Another user may have signed in in another tab: what is stored, and the provider's session, are theirs.
    const { accessStatus } = yield* send('sessionCheck', {});
    if (accessStatus === 'LOGGED_IN') throw notSetUp();
    const takenByAnotherTab = (yield* loadSso()) === null;
    if (takenByAnotherTab) throw notSetUp();
  }
  yield* saveSso(null);
  const config = yield* ssoConfig(origin);
  const sso = yield* port('sso');
  const address = yield* call(sso.signOutAddress, config);
  if (address === null) throw notSetUp();
  yield* spawn(passOnReason, reason);
  yield* call(sso.leave, address);
}

/** For the page that comes back. If this page stays, its own screen has the reason. */
function* passOnReason(reason: SignedOutReason): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'signedOutReason', reason);
  yield* pause(LEAVING_MS);
  yield* call(storage.write, 'signedOutReason', null);
}

/** How long (ms) leaving this page may take before it counts as failed; as in the session machine. */
const LEAVING_MS = 10_000;

const notSetUp = () => new CallFailed({ kind: 'sso', problem: 'notSetUp', origin: null });

/**
 * The settings of this provider. Throws CallFailed (`sso`, `notSetUp` if the organization has no provider or another
 * one).
 */
export function* ssoConfig(origin: SsoOrigin): SagaGenerator<SsoConfig> {
  let config: SsoConfig;
  try {
    config = yield* send('ssoConfig', { params: { orgIdentifier: origin.organizationCode } });
  } catch (error) {
    const refused = error instanceof CallFailed && error.failure.kind === 'refused';
    throw refused ? notSetUp() : error;
  }
  if (config.registrationId !== origin.registrationId) throw notSetUp();
  return config;
}
