/** All services of the server, created once at the start. */
import type { FastifyBaseLogger } from 'fastify';
import { AccessTokens } from '../identity/sessions/accessToken';
import { AfterResponse } from '../platform/afterResponse';
import { Audit } from '../platform/audit';
import { CredentialCheck } from '../identity/passwords/credentials';
import { PasswordChange } from '../identity/passwords/passwordChange';
import { PasswordHasher } from '../identity/passwords/passwordHasher';
import { Passwords } from '../identity/passwords/passwords';
import { RefreshTokens } from '../identity/sessions/refreshTokens';
import { SessionOpening } from '../identity/sessions/sessionOpening';
import { Renewal } from '../identity/sessions/renewal';
import { Sessions } from '../identity/sessions/sessions';
import { SignIn } from '../identity/signIn/signIn';
import { DeviceCookies } from '../identity/throttle/deviceCookie';
import { SignInThrottle } from '../identity/throttle/signInThrottle';
import { AuthenticatorApps } from '../identity/factors/authenticatorApps';
import { FactorManagement } from '../identity/factors/factorManagement';
import { PasskeyChallenges } from '../identity/factors/passkeyChallenges';
import { Passkeys } from '../identity/factors/passkeys';
import { RecoveryCodes } from '../identity/factors/recoveryCodes';
import { FactorGuesses } from '../identity/signIn/factorGuesses';
import { SecondFactors } from '../identity/factors/secondFactor';
import { PasskeySignIn } from '../identity/signIn/passkeySignIn';
import { TwoFactor } from '../identity/twoFactor/twoFactor';
import type { Config } from '../base/config';
import type { Database } from '../database';
import { Authentication } from '../identity/sessions/authentication';
import { SharedClock } from '../platform/clock';
import { Draining } from '../platform/http/draining';
import { sessionCookies, type SessionCookies } from '../platform/http/cookies';
import { EndpointRegistry } from '../platform/http/registry';
import { OutsideFetch } from '../platform/http/outsideFetch';
import { FailureThrottle } from '../platform/http/failureThrottle';
import { createMetrics, type Metrics } from '../platform/http/metrics';
import { allowedOrigins, type AllowedOrigins } from '../platform/http/origin';
import type { Keys } from '../base/keys';
import { Outbox } from '../platform/mail/outbox';
import { AccountMails } from '../identity/accountMails/accountMails';
import { Deliveries } from '../features/notifications/channels/deliveries';
import { PushCookie } from '../features/notifications/channels/pushCookie';
import { Notifier } from '../features/notifications/notifier';
import type { EventBus } from '../platform/eventBus/eventBus';
import { HandOffs } from '../features/shell/handOffs';
import { createSso, type Sso } from '../identity/sso/sso';
import { FirstSetup } from '../features/organizations/firstSetup';

export interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly bus: EventBus;
  readonly log: FastifyBaseLogger;
  /** The clock of this machine, by default; milliseconds since 1970. */
  readonly ownClock?: (() => number) | undefined;
}

export interface Services extends Dependencies {
  readonly accountMails: AccountMails;
  readonly afterResponse: AfterResponse;
  readonly audit: Audit;
  readonly authentication: Authentication;
  readonly clock: SharedClock;
  readonly cookies: SessionCookies;
  readonly deliveries: Deliveries;
  readonly devices: DeviceCookies;
  readonly draining: Draining;
  readonly endpoints: EndpointRegistry;
  readonly factors: FactorManagement;
  readonly firstSetup: FirstSetup;
  readonly handOffs: HandOffs;
  readonly hasher: PasswordHasher;
  readonly metrics: Metrics;
  readonly notifier: Notifier;
  readonly origins: AllowedOrigins;
  readonly outbox: Outbox;
  readonly passkeySignIn: PasskeySignIn;
  readonly passkeys: Passkeys;
  readonly passwordChange: PasswordChange;
  readonly passwords: Passwords;
  readonly pushCookie: PushCookie;
  /** Calls the push services of browsers. */
  readonly pushTo: OutsideFetch;
  readonly refreshTokens: RefreshTokens;
  readonly renewal: Renewal;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly signInThrottle: SignInThrottle;
  readonly sso: Sso;
  readonly throttle: FailureThrottle;
  /** A throttle of its own: everyone who opens the sign-in page of an organization without single sign-on counts. */
  readonly signInMethodsThrottle: FailureThrottle;
  readonly tokens: AccessTokens;
  readonly twoFactor: TwoFactor;
}

/** Shorter than the lease of a delivery. */
const PUSH_WITHIN_MS = 10_000;

/** The contact that push services are given for this server (RFC 8292). */
const contactOf = ({ publicUrl, secure }: Config): string =>
  secure ? publicUrl.origin : `mailto:no-reply@${publicUrl.hostname}`;

/** All services, created once for a server. */
export function createServices(dependencies: Dependencies): Services {
  const { config, database, keys, bus, log } = dependencies;
  const clock = new SharedClock(database, log, dependencies.ownClock);
  const hasher = new PasswordHasher(config.passwordHashing);
  const metrics = createMetrics({
    passwordQueue: () => hasher.queueLength,
    isEventBusConnected: () => bus.isThere,
    isReplicaInUse: database.replica && (() => database.replica?.isIn === true),
  });
  const audit = new Audit(log, metrics.auditEvents);
  const afterResponse = new AfterResponse(log);
  const outbox = new Outbox(keys);
  const accountMails = new AccountMails(outbox, config);
  const pushTo = new OutsideFetch({ ownMachine: config.mode === 'demo', limitMs: PUSH_WITHIN_MS });
  const deliveries = new Deliveries({
    ...{ database, keys, outbox, log },
    sender: { outside: pushTo, publicUrl: config.publicUrl, contact: contactOf(config) },
    productName: config.defaultBranding.productName,
    hasMailServer: config.smtpUrl !== undefined,
    countPush: (outcome) => metrics.pushes.inc({ outcome }),
  });
  const sessions = new Sessions(config, bus);
  const tokens = new AccessTokens(keys.accessToken, config.accessTokenSeconds, clock.now);
  const refreshTokens = new RefreshTokens(keys);
  const opening = new SessionOpening(sessions, refreshTokens, audit, accountMails);
  const twoFactor = new TwoFactor(database, keys, outbox, accountMails, audit);
  const signInThrottle = new SignInThrottle(database, keys, config.signInFailuresPerMinute);
  const passwords = new Passwords(database, keys, outbox, accountMails, audit, afterResponse);
  const passwordChange = new PasswordChange(
    database,
    hasher,
    keys,
    outbox,
    accountMails,
    sessions,
    audit,
    signInThrottle,
    {
      minLength: config.passwordMinLength,
      breachedPasswordsFile: config.breachedPasswordsFile,
      productName: config.defaultBranding.productName,
    },
  );
  const throttle = new FailureThrottle(database, keys, 'calls', config.signInFailuresPerMinute);
  const credentials = new CredentialCheck(
    database,
    hasher,
    keys,
    audit,
    signInThrottle,
    passwords,
    afterResponse,
    throttle,
  );
  const authentication = new Authentication(database, tokens, sessions);
  const origins = allowedOrigins(config);
  const apps = new AuthenticatorApps(keys, config.defaultBranding.productName, clock.now);
  const recovery = new RecoveryCodes(keys);
  const passkeys = new Passkeys(new PasskeyChallenges(keys, clock.now), config, origins);
  const secondFactors = new SecondFactors(twoFactor, apps, recovery, passkeys, audit, accountMails);
  const guesses = new FactorGuesses(database, signInThrottle, audit, passwords, afterResponse);
  return {
    ...dependencies,
    accountMails,
    afterResponse,
    audit,
    authentication,
    clock,
    firstSetup: new FirstSetup({ database, hasher, audit, config }),
    handOffs: new HandOffs(config.handOffSecret ?? keys.mac('hand-off', 'key')),
    hasher,
    deliveries,
    notifier: new Notifier(bus, deliveries.wake),
    pushCookie: new PushCookie(config.secure),
    pushTo,
    origins,
    outbox,
    refreshTokens,
    sessions,
    tokens,
    twoFactor,
    cookies: sessionCookies({ secure: config.secure, maxAgeSeconds: config.sessionSeconds }),
    draining: new Draining(),
    endpoints: new EndpointRegistry(authentication, origins),
    metrics,
    factors: new FactorManagement(database, sessions, apps, passkeys, recovery, audit, accountMails, outbox),
    passkeySignIn: new PasskeySignIn(database, passkeys, opening, audit),
    passkeys,
    passwordChange,
    passwords,
    signInThrottle,
    devices: new DeviceCookies(keys, config.secure),
    renewal: new Renewal(database, sessions, refreshTokens, audit),
    signIn: new SignIn(database, credentials, twoFactor, guesses, secondFactors, passkeys, opening, audit),
    sso: createSso({ config, database, keys, opening, audit, now: clock.now }),
    throttle,
    signInMethodsThrottle: new FailureThrottle(database, keys, 'sign-in methods', config.signInFailuresPerMinute),
  };
}
