/** POST /api-user/oauth2/token: RFC 6749 password and refresh grants for the one public client. */
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { SignInRefusal } from '../../../contract/base/errors';
import { endpoints, type BodyOf } from '../../../contract/endpoints';
import type { TokenResponse } from '../../../contract/identity/access.endpoints';
import { PUBLIC_CLIENT_ID } from '../../../contract/shell/runtimeConfig';
import { OAuthFailure } from '../../base/errors';
import type { Database } from '../../database';
import type { Calls, RouteServices } from '../../platform/http/registry';
import { ssoBrowser } from '../sso/cookie';
import type { SsoCredentials, SsoSignInResult } from '../sso/ssoSignIn';
import type { FailureThrottle } from '../../platform/http/failureThrottle';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { ProvenUser } from '../sessions/sessionOpening';
import type { AccessTokenClaims, AccessTokens } from '../sessions/accessToken';
import type { SessionCookies } from '../../platform/http/cookies';
import type { Metrics } from '../../platform/http/metrics';
import { accountName, type DeviceCookies } from '../throttle/deviceCookie';
import { rememberDevice } from '../factors/rememberedDevices';
import { codeBrowser } from '../twoFactor/codeCookie';
import type { FactorProof } from '../factors/secondFactor';
import { organizationScope } from '../sessions/lookups';
import { PENDING_SECONDS } from '../sessions/sessions';
import type { PasskeySignIn, PasskeySignInResult } from './passkeySignIn';
import type { SignIn, SignInResult } from './signIn';
import type { Sso } from '../sso/sso';
import type { Outbox } from '../../platform/mail/outbox';
import type { Config } from '../../base/config';
import type { Renewal } from '../sessions/renewal';

interface TokenRouteServices extends RouteServices {
  readonly throttle: FailureThrottle;
  readonly devices: DeviceCookies;
  readonly tokens: AccessTokens;
  readonly cookies: SessionCookies;
  readonly metrics: Metrics;
  readonly outbox: Outbox;
  readonly signIn: SignIn;
  readonly passkeySignIn: PasskeySignIn;
  readonly database: Database;
  readonly audit: Audit;
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
  'passkey.refused': 'This passkey could not be verified. Please try again, or sign in in another way.',
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

/** RFC 6749 section 3.2: a parameter without a value is treated as missing, and an unknown one is ignored. */
function recognized(body: unknown): Form {
  const given = Object.entries((body ?? {}) as Form);
  return Object.fromEntries(
    given.filter(([name, value]) => Object.hasOwn(endpoints.token.body.properties, name) && value !== ''),
  );
}

/**
 * HTTP Basic, or the client id in the form, as RFC 6749 section 2.3.1 allows. The client is public, so its secret is
 * ignored, wherever it is sent: some libraries send none, others cannot omit it.
 */
function assertPublicClient(authorization: string | undefined, form: Form): void {
  const basic = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  const { client_id: id } = form;
  const isKnown =
    basic === undefined
      ? id === PUBLIC_CLIENT_ID
      : Buffer.from(basic, 'base64').toString('utf8').startsWith(`${PUBLIC_CLIENT_ID}:`) &&
        (id === undefined || id === PUBLIC_CLIENT_ID);
  if (isKnown) return;
  throw new OAuthFailure('invalid_client', {
    error_description: 'The client is not known.',
    // Section 5.2 requires 401 with a challenge only if the client was named in the header.
    ...(basic === undefined && id !== undefined && { status: 400 }),
  });
}

function assertKnownGrant({ grant_type: grant }: Form): void {
  if (typeof grant === 'string' && grant !== 'password' && grant !== 'refresh_token') {
    throw new OAuthFailure('unsupported_grant_type');
  }
}

async function passwordGrant(services: TokenRouteServices, call: Calls['token']): Promise<TokenResponse> {
  const { throttle, cookies, metrics } = services;
  const isSso = Boolean(call.body.sso_token);
  const hasPassword = !isSso && !isPasskeyAlone(call.body);
  // Passwords have a throttle of their own, which counts before the hash.
  if (!hasPassword) throttle.assertOpen(call.client.address);
  const result = await attemptOf(services, call)();
  metrics.signIns.inc({ outcome: result.kind === 'opened' ? 'ok' : result.description });
  if (result.kind === 'refused') {
    if (!hasPassword) await throttle.countFailure(call.client.address);
    throw new OAuthFailure('invalid_grant', {
      error_description: result.description,
      errorMessage: REFUSAL_SENTENCES[result.description],
      ...('attemptsLeft' in result ? { attemptsLeft: result.attemptsLeft } : {}),
      ...('retryAfterSeconds' in result ? { retryAfterSeconds: result.retryAfterSeconds } : {}),
    });
  }
  const { user, session, refreshToken } = result;
  const userName = 'userName' in result ? result.userName : (call.body.username ?? '');
  const device = services.devices.remember(call.request, call.reply, accountName(userName, user.organization.code));
  if ('remembers' in result && result.remembers) await remember(services, user, device, call.client);
  // A sign-in from a new browser is mailed.
  services.outbox.wake();
  // The browser keeps its old cookie until the takeover question is answered, so that declining costs nothing.
  if (refreshToken) cookies.set(call.reply, refreshToken.value, session.state === 'live');
  return {
    ...(await accessToken(
      services,
      {
        sessionId: session.id,
        userId: user.userId,
        organizationId: user.organization.id,
        tenantId: user.organization.tenantId,
        organizationType: user.organization.type,
        userType: user.userType,
      },
      session.state === 'pending' ? PENDING_SECONDS : 0,
    )),
    tokenIdentifier: session.id,
    generation: 1,
    loginCode: session.otherSession ? 'ACTIVE_SESSION' : 'FIRST_LOGIN',
    isPasswordAutogenerated: user.mustChangePassword,
    ...(user.mustEnroll && { mustEnroll: true }),
    ...('userName' in result ? { userName: result.userName } : {}),
    ...('organizationCode' in result ? { organizationCode: result.organizationCode } : {}),
    ...(session.otherSession ? { otherSession: session.otherSession } : {}),
  };
}

/** Lets this browser skip the second factor of this account. */
function remember(
  { database, audit }: TokenRouteServices,
  { organization, userId }: ProvenUser,
  device: string,
  client: ClientInfo,
): Promise<void> {
  const owner = { organizationId: organization.id, userId };
  return database.withScope(organizationScope(organization, userId), async (queries) => {
    await rememberDevice(queries, owner, device);
    await audit.record(queries, { event: 'device_remembered', outcome: 'ok', ...owner, client });
  });
}

/** The second factor of the form; the strongest, if there are several. */
function proofOf({ body, request }: Calls['token'], secure: boolean): FactorProof | undefined {
  const { passkey, app_code: app, authentication_code: mail, recovery_code: recovery } = body;
  if (passkey !== undefined) return { kind: 'passkey', response: passkey, host: request.headers.host };
  if (app !== undefined) return { kind: 'app', code: app };
  if (mail !== undefined) return { kind: 'mail', code: mail, browser: codeBrowser(request, secure) };
  return recovery === undefined ? undefined : { kind: 'recovery', code: recovery };
}

const isPasskeyAlone = ({ passkey, username, password }: BodyOf<'token'>): boolean =>
  passkey !== undefined && !username && !password;

type AttemptResult = SignInResult | SsoSignInResult | PasskeySignInResult;

/** An id token replaces user name, password and second factor, as does a passkey alone. */
function attemptOf(services: TokenRouteServices, call: Calls['token']): () => Promise<AttemptResult> {
  const { signIn, passkeySignIn, sso, config, devices } = services;
  const { body, client, request } = call;
  if (!body.sso_token && isPasskeyAlone(body)) {
    const { passkey = '' } = body;
    const isKnownAt = (account: string) => devices.known(request, account) !== undefined;
    return () => passkeySignIn.signIn({ response: passkey, host: request.headers.host, isKnownAt }, client);
  }
  if (!body.sso_token) {
    const credentials = { ...credentialsOf(body), knownDevice: devices.known(request, accountOf(body)) };
    const step = { proof: proofOf(call, config.secure), remember: body.remember_device === 'true' };
    return () => signIn.signIn(credentials, step, client);
  }
  const credentials: SsoCredentials = {
    organizationCode: body.organization_code ?? '',
    source: body.sso_source,
    clientId: body.sso_client_id,
    tenantId: body.sso_tenant_id,
    token: body.sso_token,
    browserSecret: ssoBrowser(request, config.secure).secret,
    isKnownAt: (account) => devices.known(request, account) !== undefined,
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
      errorMessage: 'Please enter username, password and organization code.',
    });
  }
  return { userName: username, password, organizationCode };
}

async function refreshGrant(services: TokenRouteServices, call: Calls['token']): Promise<TokenResponse> {
  const { renewal, cookies, metrics } = services;
  const inForm = call.body.refresh_token;
  const presented = inForm ?? cookies.refreshToken(call.request);
  const result = presented === undefined ? undefined : await renewal.renew(presented, call.client);
  metrics.refreshes.inc({ outcome: result?.kind === 'renewed' ? 'ok' : (result?.reason ?? 'none') });
  if (result?.kind !== 'renewed') {
    // A token in the form is independent of the one in the cookie.
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
    tokenIdentifier: session.sessionId,
    generation: refreshToken.generation,
    loginCode: 'FIRST_LOGIN',
    isPasswordAutogenerated: session.mustChangePassword,
  };
}

async function accessToken(
  { tokens }: TokenRouteServices,
  claims: AccessTokenClaims,
  answerSeconds?: number,
): Promise<Pick<TokenResponse, 'access_token' | 'token_type' | 'expires_in'>> {
  const access_token = await tokens.issue(claims, answerSeconds);
  return { access_token, token_type: 'Bearer', expires_in: tokens.lifeSeconds };
}
