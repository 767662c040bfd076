/** Endpoints that inform the app how and where users of an organization sign in. */
import type { FastifyInstance, FastifyRequest, FastifyBaseLogger } from 'fastify';
import { findOrganization, NO_ORGANIZATION } from '../sessions/lookups';
import { ApiError } from '../../base/errors';
import { rememberProvider } from './cookie';
import { OutsideFetchError } from '../../platform/http/outsideFetch';
import { findProvider } from './providers';
import type { FailureThrottle } from '../../platform/http/failureThrottle';
import type { Sso } from './sso';
import type { Config } from '../../base/config';
import type { AllowedOrigins } from '../../platform/http/origin';
import type { RouteServices } from '../../platform/http/registry';

interface SsoRouteServices extends RouteServices {
  readonly throttle: FailureThrottle;
  readonly signInMethodsThrottle: FailureThrottle;
  readonly sso: Sso;
  readonly config: Config;
  readonly origins: AllowedOrigins;
  readonly log: FastifyBaseLogger;
}

/** The app's callback screen: what providers must allow people to be redirected to. */
export const SSO_CALLBACK_PATH = '/login/oauth2/code/ats';
const SIGN_IN_PATH = '/signin';

const NOT_SET_UP =
  'Single sign-on is not set up for this organization. Please check the address, or sign in with your password.';

/** Needs no session. Organizations that are unknown, or have no provider, count as failures of the address. */
export function ssoRoutes(app: FastifyInstance, services: SsoRouteServices): void {
  const { endpoints, database, throttle, signInMethodsThrottle, sso, config, origins, log } = services;

  /** Users return to the origin they came from: branded hosts have their own. */
  function originOf({ headers: { host } }: FastifyRequest): string {
    const { protocol, origin } = config.publicUrl;
    const candidate = `${protocol}//${host}`;
    return host !== undefined && origins.allows(candidate, host) ? candidate : origin;
  }

  async function metadataOf(issuer: string) {
    try {
      return await sso.metadata.of(issuer);
    } catch (error) {
      if (!(error instanceof OutsideFetchError)) throw error;
      log.warn({ issuer, problem: error.message }, 'an identity provider cannot be used: run vms sso test');
      throw new ApiError('sso.provider.unreachable', { retryAfterSeconds: 5 });
    }
  }

  endpoints.register(app, 'signInMethods', async ({ params, client }) => {
    signInMethodsThrottle.assertOpen(client.address);
    const organization = await findOrganization(database.queries, params.orgIdentifier);
    // Does the same work, and counts, for an unknown organization.
    const provider = await findProvider(database, organization ?? NO_ORGANIZATION);
    if (provider === undefined) {
      await signInMethodsThrottle.countFailure(client.address);
      return {};
    }
    return { registrationId: provider.registrationId };
  });

  // The client credential is public and protects nothing; the call is safe without it.
  endpoints.register(app, 'ssoConfig', async ({ params, request, reply, client }) => {
    throttle.assertOpen(client.address);
    const organization = await findOrganization(database.queries, params.orgIdentifier);
    const provider = organization && (await findProvider(database, organization));
    if (provider === undefined) {
      await throttle.countFailure(client.address);
      throw new ApiError('not.found', { sentence: NOT_SET_UP });
    }
    const metadata = await metadataOf(provider.issuer);
    const secret = rememberProvider(request, reply, provider.id, config.secure);
    const origin = originOf(request);
    return {
      registrationId: provider.registrationId,
      issuer: provider.issuer,
      clientId: provider.clientId,
      scope: provider.scope,
      redirectUri: `${origin}${SSO_CALLBACK_PATH}`,
      postLogoutRedirectUri: `${origin}${SIGN_IN_PATH}`,
      filterProtocolClaims: provider.filterProtocolClaims,
      loadUserInfo: provider.loadUserInfo,
      nonce: sso.nonces.issue(secret, provider.id),
      metadata,
    };
  });
}
