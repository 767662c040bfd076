/** Where people of an organisation sign in, for the app that sends them there. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findOrganization } from '../access/lookups';
import { ApiError } from '../http/errors';
import { rememberProvider } from '../http/ssoCookie';
import type { Services } from '../services';
import { OutsideFetchError } from '../sso/outsideFetch';
import { findProvider } from '../sso/providers';

/** Also the screen that completes a single sign-on in the app. */
const CALLBACK_PATH = '/login/oauth2/code/ats';
const SIGN_IN_PATH = '/signin';

const NOT_SET_UP =
  'Single sign-on is not set up for this organization. Please check the address, or sign in with your password.';
const OUT_OF_REACH =
  'The identity provider of your organization cannot be reached at the moment. Please try again in a few minutes.';

export function ssoRoutes(app: FastifyInstance, services: Services): void {
  const { endpoints, database, throttle, sso, config, origins, log } = services;

  /** People come back to the origin they left from: branded hosts have their own. */
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
      log.warn({ issuer, problem: error.message }, 'an identity provider cannot be used');
      throw new ApiError('service.unavailable', { sentence: OUT_OF_REACH, retryAfterSeconds: 5 });
    }
  }

  // The client's credential is public and so is no control: the call is safe without it.
  endpoints.register(app, 'ssoConfig', async ({ params, request, reply, client }) => {
    throttle.assertOpen(client.address);
    const organization = await findOrganization(database.queries, params.orgIdentifier);
    const provider = organization && (await findProvider(database, organization));
    if (provider === undefined) {
      throttle.countFailure(client.address);
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
      redirectUri: `${origin}${CALLBACK_PATH}`,
      postLogoutRedirectUri: `${origin}${SIGN_IN_PATH}`,
      filterProtocolClaims: provider.filterProtocolClaims,
      loadUserInfo: provider.loadUserInfo,
      nonce: sso.nonces.issue(secret, provider.id),
      metadata,
    };
  });
}
