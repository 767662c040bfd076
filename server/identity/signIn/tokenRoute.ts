/** POST /api-user/oauth2/token: RFC 6749 password and refresh grants for the one public client. */
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { SignInRefusal } from '../../../contract/base/errors';
import { endpoints, type BodyOf } from '../../../contract/endpoints';
import type { TokenResponse } from '../../../contract/identity/access.endpoints';
import { PUBLIC_CLIENT_ID } from '../../../contract/shell/runtimeConfig';
import { OAuthFailure } from '../../base/errors';
import type { Calls, RouteServices } from '../../platform/http/registry';
import { ssoBrowser } from '../sso/cookie';
import type { SsoCredentials } from '../sso/ssoSignIn';
import type { FailureThrottle } from '../../platform/http/failureThrottle';
import type { AccessTokens } from '../sessions/accessToken';
import type { SessionCookies } from '../../platform/http/cookies';
import type { Metrics } from '../../platform/http/metrics';
import { accountName, type DeviceCookies } from '../throttle/deviceCookie';
import type { SignIn } from './signIn';
import type { Sso } from '../sso/sso';
import type { Config } from '../../base/config';
import type { Renewal } from '../sessions/renewal';

interface TokenRouteServices extends RouteServices {
  readonly throttle: FailureThrottle;
  readonly devices: DeviceCookies;
  readonly tokens: AccessTokens;
  readonly cookies: SessionCookies;
  readonly metrics: Metrics;
  readonly signIn: SignIn;
  readonly sso: Sso;
  readonly config: Config;
  readonly renewal: Renewal;
}

const REFUSAL_SENTENCES: Readonly<Record<SignInRefusal, string>> = {
  'invalid.credentials': 'Username, password or organization code is incorrect.',
  account_locked: 'Account is locked. Please contact administrator.',
  'authentication.code.not.available': 'Authentication code not available.',
  'invalid.authentication.code': 'Invalid authentication code.',
  'oauth.login.invalid.ipaddress':
    'Access is denied at this IP address.  Please reach out to your internal point of contact.',
  'sso.not.available':
    'Single sign-on is not set up for this organization. Please check the address, or sign in with your password.',
  'sso.token.invalid': 'The answer of your identity provider could not be verified. Please start single sign-on again.',
  'sso.user.not.found':
    'Email address not found. Please click the Sign Up link to create a new account. Please make sure that your email address at the identity provider matches the one of your account.',
};

/** In its own plugin scope: only this endpoint reads forms. */
export async function tokenRoute(app: FastifyInstance, services: TokenRouteServices): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  app.addHook('preValidation', async (request) => {
    const form = recognized(request.body);
    request.body = form;
    assertPublicClient(request.headers.authorization, form);
    assertKnownGrant(form);
  });
  services.endpoints.register(app, 'token', async (call) => {
    const { grant_type: grantType } = call.body;
    return grantType === 'password' ? passwordGrant(services, call) : refreshGrant(services, call);
  });
}

type Form = Readonly<Record<string, unknown>>;

/** RFC 6749 section 3.2: a parameter without a value counts as left out, and an unrecognized one is ignored. */
function recognized(body: unknown): Form {
  const given = Object.entries((body ?? {}) as Form);
  return Object.fromEntries(
    given.filter(([name, value]) => Object.hasOwn(endpoints.token.body.properties, name) && value !== ''),
  );
}

/** HTTP Basic, or the client id in the form, as RFC 6749 section 2.3.1 allows; a public client has no secret. */
function assertPublicClient(authorization: string | undefined, form: Form): void {
  const basic = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  const { client_id: id, client_secret: secret } = form;
  const known =
    basic === undefined
      ? id === PUBLIC_CLIENT_ID && secret === undefined
      : Buffer.from(basic, 'base64').toString('utf8') === `${PUBLIC_CLIENT_ID}:` &&
        (id === undefined || id === PUBLIC_CLIENT_ID);
  if (known) return;
  throw new OAuthFailure('invalid_client', {
    error_description: 'The client is not known.',
    // Section 5.2 asks for 401 with a challenge only where the client came by the header.
    ...(basic === undefined && id !== undefined && { status: 400 }),
  });
}

function assertKnownGrant({ grant_type: grant }: Form): void {
  if (typeof grant === 'string' && grant !== 'password' && grant !== 'refresh_token') {
    throw new OAuthFailure('unsupported_grant_type');
  }
}

async function passwordGrant(services: TokenRouteServices, call: Calls['token']): Promise<TokenResponse> {
  const { throttle, tokens, cookies, metrics } = services;
  const isSso = Boolean(call.body.sso_token);
  // Passwords have a throttle of their own, which counts before the hash.
  if (isSso) throttle.assertOpen(call.client.address);
  const result = await attemptOf(services, call)();
  metrics.signIns.inc({ outcome: result.kind === 'opened' ? 'ok' : result.description });
  if (result.kind === 'refused') {
    if (isSso) throttle.countFailure(call.client.address);
    throw new OAuthFailure('invalid_grant', {
      error_description: result.description,
      errorMessage: REFUSAL_SENTENCES[result.description],
      ...('attemptsLeft' in result ? { attemptsLeft: result.attemptsLeft } : {}),
      ...('retryAfterSeconds' in result ? { retryAfterSeconds: result.retryAfterSeconds } : {}),
    });
  }
  const { user, session, refreshToken } = result;
  if (!isSso) services.devices.remember(call.request, call.reply, accountOf(call.body));
  // The browser keeps its old cookie until the takeover question is answered, so that declining costs nothing.
  if (refreshToken) cookies.set(call.reply, refreshToken.value, session.state === 'live');
  return {
    ...(await accessToken(services, {
      sessionId: session.id,
      userId: user.userId,
      organizationId: user.organization.id,
      tenantId: user.organization.tenantId,
      organizationType: user.organization.type,
      userType: user.userType,
    })),
    expires_in: tokens.lifeSeconds,
    tokenIdentifier: session.id,
    generation: 1,
    loginCode: session.otherSession ? 'ACTIVE_SESSION' : 'FIRST_LOGIN',
    isPasswordAutogenerated: user.mustChangePassword,
    ...('userName' in result ? { userName: result.userName } : {}),
    ...(session.otherSession ? { otherSession: session.otherSession } : {}),
  };
}

/** An id token replaces user name, password and code. */
function attemptOf(services: TokenRouteServices, { body, client, request }: Calls['token']) {
  const { signIn, sso, config, devices } = services;
  if (!body.sso_token) {
    const credentials = { ...credentialsOf(body), knownDevice: devices.known(request, accountOf(body)) };
    return () => signIn.signIn(credentials, body.authentication_code, client);
  }
  const credentials: SsoCredentials = {
    organizationCode: body.organization_code ?? '',
    source: body.sso_source,
    clientId: body.sso_client_id,
    tenantId: body.sso_tenant_id,
    token: body.sso_token,
    browserSecret: ssoBrowser(request, config.secure).secret,
  };
  return () => sso.signIn.signIn(credentials, client);
}

const accountOf = ({ username = '', organization_code: organizationCode = '' }: BodyOf<'token'>): string =>
  accountName(username, organizationCode);

function credentialsOf(body: BodyOf<'token'>) {
  const { username, password, organization_code: organizationCode } = body;
  if (!username || !password || organizationCode === undefined) {
    throw new OAuthFailure('invalid_request', {
      error_description: 'username, password and organization_code are required',
      errorMessage: 'Please enter user name, password and organization code.',
    });
  }
  return { userName: username, password, organizationCode };
}

async function refreshGrant(services: TokenRouteServices, call: Calls['token']): Promise<TokenResponse> {
  const { renewal, cookies, tokens, metrics } = services;
  const inForm = call.body.refresh_token;
  const presented = inForm ?? cookies.refreshToken(call.request);
  const result = presented === undefined ? undefined : await renewal.renew(presented, call.client);
  metrics.refreshes.inc({ outcome: result?.kind === 'renewed' ? 'ok' : (result?.reason ?? 'none') });
  if (result?.kind !== 'renewed') {
    // A token in the form says nothing about the one in the cookie.
    if (inForm === undefined) cookies.clear(call.reply);
    throw new OAuthFailure('invalid_grant', {
      error_description: result?.reason ?? 'expired',
      errorMessage: 'Your session has ended. Please sign in again.',
    });
  }
  const { session, refreshToken } = result;
  cookies.set(call.reply, refreshToken.value, session.state === 'live');
  return {
    ...(await accessToken(services, session)),
    expires_in: tokens.lifeSeconds,
    tokenIdentifier: session.sessionId,
    generation: refreshToken.generation,
    loginCode: 'FIRST_LOGIN',
    isPasswordAutogenerated: session.mustChangePassword,
  };
}

async function accessToken(services: TokenRouteServices, claims: Parameters<TokenRouteServices['tokens']['issue']>[0]) {
  return { access_token: await services.tokens.issue(claims), token_type: 'Bearer' } as const;
}
