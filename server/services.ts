/** Everything the routes work with, put together once at the start. */
import type { FastifyBaseLogger } from 'fastify';
import { AccessTokens } from './access/accessToken';
import { Audit } from './access/audit';
import { CredentialCheck } from './access/credentials';
import { PasswordHasher } from './access/passwordHasher';
import { Passwords } from './access/passwords';
import { RefreshTokens } from './access/refreshTokens';
import { SessionOpening } from './access/sessionOpening';
import { Renewal } from './access/renewal';
import { Sessions } from './access/sessions';
import { SignIn } from './access/signIn';
import { TwoFactor } from './access/twoFactor';
import type { Config } from './config';
import type { Database } from './database';
import { Authentication } from './http/authentication';
import { sessionCookies, type SessionCookies } from './http/cookies';
import { EndpointRegistry } from './http/endpoints';
import { FailureThrottle } from './http/failureThrottle';
import { createMetrics, type Metrics } from './http/metrics';
import { allowedOrigins, type AllowedOrigins } from './http/origin';
import type { Keys } from './keys';
import { Outbox } from './mail/outbox';
import { Notifier } from './notifications/notifier';
import type { EventBus } from './realtime/eventBus';
import { HandOffs } from './shell/handOffs';
import { createSso, type Sso } from './sso';

export interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly bus: EventBus;
  readonly log: FastifyBaseLogger;
}

export interface Services extends Dependencies {
  readonly audit: Audit;
  readonly authentication: Authentication;
  readonly cookies: SessionCookies;
  readonly endpoints: EndpointRegistry;
  readonly handOffs: HandOffs;
  readonly hasher: PasswordHasher;
  readonly metrics: Metrics;
  readonly notifier: Notifier;
  readonly origins: AllowedOrigins;
  readonly outbox: Outbox;
  readonly passwords: Passwords;
  readonly refreshTokens: RefreshTokens;
  readonly renewal: Renewal;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly sso: Sso;
  readonly throttle: FailureThrottle;
  readonly tokens: AccessTokens;
  readonly twoFactor: TwoFactor;
}

export function createServices(dependencies: Dependencies): Services {
  const { config, database, keys, bus, log } = dependencies;
  const audit = new Audit(log);
  const hasher = new PasswordHasher();
  const outbox = new Outbox(keys);
  const sessions = new Sessions(config, bus);
  const tokens = new AccessTokens(keys.accessToken, config.accessTokenSeconds);
  const refreshTokens = new RefreshTokens(keys);
  const opening = new SessionOpening(sessions, refreshTokens, audit);
  const twoFactor = new TwoFactor(database, keys, outbox, audit);
  const credentials = new CredentialCheck(database, hasher, keys, audit);
  const authentication = new Authentication(database, tokens, sessions);
  const origins = allowedOrigins(config);
  return {
    ...dependencies,
    audit,
    authentication,
    handOffs: new HandOffs(config.handOffSecret ?? keys.mac('hand-off', 'key')),
    hasher,
    notifier: new Notifier(keys, bus),
    origins,
    outbox,
    refreshTokens,
    sessions,
    tokens,
    twoFactor,
    cookies: sessionCookies({ secure: config.secure, maxAgeSeconds: config.sessionSeconds }),
    endpoints: new EndpointRegistry(authentication, origins),
    metrics: createMetrics(hasher),
    passwords: new Passwords(database, hasher, keys, outbox, sessions, audit, {
      minLength: config.passwordMinLength,
      productName: config.defaultBranding.productName,
    }),
    renewal: new Renewal(database, sessions, refreshTokens, audit),
    signIn: new SignIn(database, credentials, twoFactor, opening, audit),
    sso: createSso({ config, database, keys, opening, audit }),
    throttle: new FailureThrottle(config.signInFailuresPerMinute),
  };
}
