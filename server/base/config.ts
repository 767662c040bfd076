/**
 * All settings, read once from the environment. An invalid value stops the start with one line that names the variable,
 * its value and what is expected.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Branding } from '../../contract/shell/runtimeConfig';
import { DEFAULT_BRANDING, parseBrandingFile } from './branding';
import {
  ConfigurationError,
  oneOf,
  text,
  url,
  wholeNumber,
  withSecretFiles,
  wrong,
  type Environment,
} from './environment';

export interface Config {
  /** `demo` seeds the database and shows email in the browser; `production` seeds nothing and refuses weak secrets. */
  readonly mode: 'demo' | 'production';
  /** PORT, 4200. 0 picks a free one. */
  readonly port: number;
  /** HOST, `localhost` in demo mode (its passwords are public), `0.0.0.0` in production. */
  readonly host: string;
  /** DATA_DIR, ./data: embedded database and generated secrets. */
  readonly dataDir: string;
  /** DATABASE_URL: any PostgreSQL from 15 on; without it the embedded one runs. */
  readonly databaseUrl: string | undefined;
  /** DATABASE_APP_URL: the address of the app role, when DATABASE_URL's user may not create roles. */
  readonly databaseAppUrl: string | undefined;
  /** DATABASE_READ_URL: a streaming replica of DATABASE_URL that lists, dashboards and exports read from. */
  readonly databaseReadUrl: string | undefined;
  /** EVENT_BUS_URL: a Redis or Valkey that wakes the nodes; without it the database does. */
  readonly eventBusUrl: string | undefined;
  /** SMTP_URL: the mail server; without it (demo only) email is shown at /demo/outbox. */
  readonly smtpUrl: string | undefined;
  /** MAIL_FROM: the sender of every email. */
  readonly mailFrom: string;
  /**
   * PUBLIC_URL: the address users type; determines cookie prefix, HSTS and allowed origins. In production it must be
   * https, unless PLAIN_HTTP is `on`.
   */
  readonly publicUrl: URL;
  readonly secure: boolean;
  /** ACCESS_TOKEN_SECONDS, 300. */
  readonly accessTokenSeconds: number;
  /** REFRESH_TOKEN_HOURS, 12: the longest life of a session. */
  readonly sessionSeconds: number;
  /** SESSION_IDLE_MINUTES, 30: a session ends after this long without a call. */
  readonly idleSeconds: number;
  /** TRUSTED_PROXY_HOPS, 0: how many of our own proxies write X-Forwarded-For. */
  readonly trustedProxyHops: number;
  /** SERVER_SECRET: all keys are derived from it; generated into DATA_DIR in demo mode. */
  readonly serverSecret: string | undefined;
  /** PASSWORD_MIN_LENGTH, 8: the default; an organization may require more. */
  readonly passwordMinLength: number;
  /** BREACHED_PASSWORDS_FILE: sorted SHA-1 hashes of passwords that may not be chosen. */
  readonly breachedPasswordsFile: string | undefined;
  /** PASSWORD_HASHING, `full`: `quick` costs next to nothing, for tests only; refused in production. */
  readonly passwordHashing: HashingCost;
  /** PASSWORD_FROM_QUERY: whether the sign-in address may carry a password; on in demo mode, never in production. */
  readonly passwordFromQuery: boolean;
  /** SIGN_UP_URL: where single sign-on sends people without an account. In demo mode, an email to this host. */
  readonly signUpUrl: string | undefined;
  /** SIGN_IN_FAILURES_PER_MINUTE, 60: wrong passwords, and refused requests for emails, per address; 0 for no limit. */
  readonly signInFailuresPerMinute: number;
  /** SSO_DEMO, off: whether a demo identity provider runs, at SSO_DEMO_PORT (PORT + 1). Its port, if so. */
  readonly ssoDemoPort: number | undefined;
  /** HANDOFF_HOSTS: hosts, separated by commas, that users may be handed off to over https. */
  readonly handOffHosts: readonly string[];
  /** TRAINING_URL: target of the training hand-off; in demo mode a page that shows what arrived. */
  readonly trainingUrl: string | undefined;
  /** LEARNING_URL: target of the learning hand-off; in demo mode a page that shows what arrived. */
  readonly learningUrl: string | undefined;
  /** HANDOFF_SECRET: shared with those services, which verify our passes with it. */
  readonly handOffSecret: string | undefined;
  /** BRANDING_FILE: JSON of host name to branding, in addition to the default. */
  readonly brandings: ReadonlyMap<string, Branding>;
  readonly defaultBranding: Branding;
  /** PUBLIC_DIR, ./dist/public: the built app. */
  readonly publicDir: string;
  /** BACKUP_DIR, BACKUP_AT, BACKUP_KEEP: the server's own nightly backups; undefined without BACKUP_DIR. */
  readonly backups: BackupPlan | undefined;
  /** NOTIFICATION_DAYS, 90: how long notifications are kept. Longer than any session. */
  readonly notificationDays: number;
  /** OTEL_EXPORTER_OTLP_ENDPOINT, off: where spans of requests go, as the standard names its variables. */
  readonly tracing: TracingConfig | undefined;
  /** AUDIT_DAYS, 730: how long the audit is kept. */
  readonly auditDays: number;
  /** SIMULATOR: whether the demo simulates daily business; on in demo mode, never in production. */
  readonly simulator: boolean;
  /** TOUR, `on`: whether people who come for the first time are shown around. */
  readonly tour: boolean;
  /**
   * OPERATIONS_TOKEN: the bearer token that /metrics and /openapi.json require in production; without it they are
   * closed.
   */
  readonly operationsToken: string | undefined;
  /** DRAIN_SECONDS, 5 in production, otherwise 0: how long it reports not ready and closes sockets before it stops. */
  readonly drainSeconds: number;
  /** LOG_LEVEL, `info`. */
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export interface BackupPlan {
  /** BACKUP_DIR: where the archives are; for this installation only. */
  readonly folder: string;
  /** BACKUP_AT, 02:30: in UTC, as minutes since midnight. */
  readonly minuteOfDay: number;
  /** BACKUP_KEEP, 14: how many archives are kept. */
  readonly keep: number;
}

export interface TracingConfig {
  readonly url: string;
  /** OTEL_SERVICE_NAME, staffing-vms. */
  readonly serviceName: string;
  /** OTEL_TRACES_SAMPLER_ARG, 1: which share of the requests is traced. */
  readonly ratio: number;
}

const MIN_TOKEN_LENGTH = 24;
const HASHING_COSTS = ['full', 'quick'] as const;
export type HashingCost = (typeof HASHING_COSTS)[number];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** Settings from environment variables, with defaults. Throws ConfigurationError with a sentence for the operator. */
export function readConfig(given: Environment): Config {
  const env = withSecretFiles(given);
  const mode = oneOf(env, 'APP_MODE', ['demo', 'production'] as const, 'demo');
  const production = mode === 'production';
  const port = wholeNumber(env, 'PORT', 4200, 0, 65_535);
  const publicUrl = publicAddress(env, production, port);
  const branding = brandings(env);
  return {
    mode,
    port,
    host: text(env, 'HOST') ?? (production ? '0.0.0.0' : 'localhost'),
    dataDir: resolve(text(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseAppUrl: url(env, 'DATABASE_APP_URL', ['postgres:', 'postgresql:']),
    databaseReadUrl: databaseReadUrl(env),
    eventBusUrl: url(env, 'EVENT_BUS_URL', ['redis:', 'rediss:']),
    smtpUrl: smtpUrl(env, production),
    mailFrom: mailFrom(env) ?? `no-reply@${publicUrl.hostname}`,
    publicUrl,
    secure: publicUrl.protocol === 'https:',
    accessTokenSeconds: wholeNumber(env, 'ACCESS_TOKEN_SECONDS', 300, 1, 3_600),
    sessionSeconds: wholeNumber(env, 'REFRESH_TOKEN_HOURS', 12, 1, 168) * 3_600,
    idleSeconds: wholeNumber(env, 'SESSION_IDLE_MINUTES', 30, 1, 1_440) * 60,
    trustedProxyHops: wholeNumber(env, 'TRUSTED_PROXY_HOPS', 0, 0, 10),
    serverSecret: serverSecret(env, production),
    passwordMinLength: wholeNumber(env, 'PASSWORD_MIN_LENGTH', 8, 8, 128),
    breachedPasswordsFile: breachedPasswordsFile(env),
    passwordHashing: passwordHashing(env, production),
    passwordFromQuery: passwordFromQuery(env, production),
    signUpUrl: signUpUrl(env, production, publicUrl),
    signInFailuresPerMinute: wholeNumber(env, 'SIGN_IN_FAILURES_PER_MINUTE', 60, 0, 1_000_000),
    ssoDemoPort: ssoDemoPort(env, production, port),
    ...handOffs(env),
    brandings: branding,
    defaultBranding: branding.get('*') ?? DEFAULT_BRANDING,
    backups: backupPlan(env),
    notificationDays: wholeNumber(env, 'NOTIFICATION_DAYS', 90, 8, 3_650),
    tracing: readTracing(env),
    auditDays: wholeNumber(env, 'AUDIT_DAYS', 730, 30, 3_650),
    simulator: simulator(env, production),
    tour: oneOf(env, 'TOUR', ['on', 'off'] as const, 'on') === 'on',
    operationsToken: operationsToken(env),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', production ? 5 : 0, 0, 60),
    publicDir: resolve(text(env, 'PUBLIC_DIR') ?? 'dist/public'),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

function databaseReadUrl(env: Environment): string | undefined {
  const value = url(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']);
  if (value === undefined || text(env, 'DATABASE_URL') !== undefined) return value;
  throw new ConfigurationError(
    'DATABASE_READ_URL is set without DATABASE_URL: the embedded database has no replica. Set DATABASE_URL, or remove DATABASE_READ_URL.',
  );
}

function readTracing(env: Environment): TracingConfig | undefined {
  const endpoint = url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  if (endpoint === undefined) return undefined;
  const share = text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(share)) wrong('OTEL_TRACES_SAMPLER_ARG', share, 'a number from 0 to 1');
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    serviceName: text(env, 'OTEL_SERVICE_NAME') ?? 'staffing-vms',
    ratio: Number(share),
  };
}

function publicAddress(env: Environment, production: boolean, port: number): URL {
  const given = url(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (!production) return new URL(given ?? `http://localhost:${port}`);
  if (given === undefined) {
    throw new ConfigurationError(
      'PUBLIC_URL is missing: set it to the address people type, such as https://vms.example.org. Cookies, emails and passkeys depend on it.',
    );
  }
  const address = new URL(given);
  const isAccepted = oneOf(env, 'PLAIN_HTTP', ['on', 'off'] as const, 'off') === 'on';
  if (address.protocol === 'http:' && !isAccepted) {
    throw new ConfigurationError(
      `PUBLIC_URL is '${address.origin}', but without https anyone on the way can read cookies and passwords. Use https (a proxy before the server may end it), or accept this with PLAIN_HTTP=on.`,
    );
  }
  return address;
}

function operationsToken(env: Environment): string | undefined {
  const token = text(env, 'OPERATIONS_TOKEN');
  if (token === undefined || token.length >= MIN_TOKEN_LENGTH) return token;
  throw new ConfigurationError(
    `OPERATIONS_TOKEN is too short: set it to at least ${MIN_TOKEN_LENGTH} random characters, for instance from \`openssl rand -base64 24\`.`,
  );
}

function smtpUrl(env: Environment, production: boolean): string | undefined {
  const value = url(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (production && value === undefined) {
    throw new ConfigurationError(
      'SMTP_URL is missing: in production codes and temporary passwords must reach people by email. Set it to your mail server, such as smtps://user:password@mail.example.org.',
    );
  }
  return value;
}

function mailFrom(env: Environment): string | undefined {
  const value = text(env, 'MAIL_FROM');
  if (value === undefined || /^([^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(value)) return value;
  return wrong('MAIL_FROM', value, 'an address such as vms@example.org or Staffing VMS <vms@example.org>');
}

function serverSecret(env: Environment, production: boolean): string | undefined {
  const value = text(env, 'SERVER_SECRET');
  if (value === undefined) {
    if (!production) return undefined;
    throw new ConfigurationError(
      'SERVER_SECRET is missing: set it to at least 32 random characters, for instance from `openssl rand -base64 48`.',
    );
  }
  if (value.length < 32 || new Set(value).size < 12) {
    throw new ConfigurationError(
      'SERVER_SECRET is too weak: set it to at least 32 random characters, for instance from `openssl rand -base64 48`.',
    );
  }
  return value;
}

function breachedPasswordsFile(env: Environment): string | undefined {
  const file = text(env, 'BREACHED_PASSWORDS_FILE');
  if (file === undefined) return undefined;
  if (isHashList(file)) return resolve(file);
  throw new ConfigurationError(
    `BREACHED_PASSWORDS_FILE is '${file}', but it must be a file of SHA-1 hashes in ascending order, such as the one of Have I Been Pwned.`,
  );
}

/** By its first line: the file may be too large to be read. */
function isHashList(file: string): boolean {
  try {
    const handle = openSync(file, 'r');
    try {
      const start = Buffer.alloc(64);
      return /^[0-9a-f]{40}(:\d|\r?\n|$)/i.test(start.toString('latin1', 0, readSync(handle, start)));
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}

function passwordHashing(env: Environment, production: boolean): HashingCost {
  const cost = oneOf(env, 'PASSWORD_HASHING', HASHING_COSTS, 'full');
  if (cost !== 'full' && production) {
    throw new ConfigurationError(
      `PASSWORD_HASHING is '${cost}', but in production a password must be costly to guess. Remove it.`,
    );
  }
  return cost;
}

function passwordFromQuery(env: Environment, production: boolean): boolean {
  const allowed = oneOf(env, 'PASSWORD_FROM_QUERY', ['on', 'off'] as const, production ? 'off' : 'on') === 'on';
  if (allowed && production) {
    throw new ConfigurationError(
      "PASSWORD_FROM_QUERY is 'on', but in production addresses must not carry passwords. Set it to off, or remove it.",
    );
  }
  return allowed;
}

function simulator(env: Environment, production: boolean): boolean {
  const wanted = oneOf(env, 'SIMULATOR', ['on', 'off'] as const, production ? 'off' : 'on') === 'on';
  if (wanted && production)
    throw new ConfigurationError(
      "SIMULATOR is 'on', but it writes invented data. Remove it, or start with APP_MODE=demo.",
    );
  return wanted;
}

/** The demo provider asks for no password, so production must never run one, not even by accident. */
function ssoDemoPort(env: Environment, production: boolean, port: number): number | undefined {
  const wanted = oneOf(env, 'SSO_DEMO', ['on', 'off', '1', '0'] as const, 'off');
  if (wanted === 'off' || wanted === '0') return undefined;
  if (production)
    throw new ConfigurationError(
      `SSO_DEMO is '${wanted}', but in production there is no demo provider. Remove it; use \`vms sso add\` for a real provider.`,
    );
  return wholeNumber(env, 'SSO_DEMO_PORT', port === 0 ? 0 : Math.min(port + 1, 65_535), 0, 65_535);
}

function backupPlan(env: Environment): BackupPlan | undefined {
  const folder = text(env, 'BACKUP_DIR');
  const at = text(env, 'BACKUP_AT') ?? '02:30';
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? wrong('BACKUP_AT', at, 'a time such as 02:30');
  const keep = wholeNumber(env, 'BACKUP_KEEP', 14, 1, 3_650);
  if (folder === undefined) return undefined;
  return { folder: resolve(folder), minuteOfDay: Number(hours) * 60 + Number(minutes), keep };
}

type HandOffConfig = Pick<Config, 'handOffHosts' | 'trainingUrl' | 'learningUrl' | 'handOffSecret'>;

function signUpUrl(env: Environment, production: boolean, { hostname }: URL): string | undefined {
  const value = text(env, 'SIGN_UP_URL') ?? (production ? undefined : `mailto:support@${hostname}?subject=Sign%20up`);
  if (value === undefined || /^(https:\/\/|mailto:[^?]+@)/.test(value)) return value;
  return wrong('SIGN_UP_URL', value, 'an address that starts with https:// or mailto:');
}

function handOffs(env: Environment): HandOffConfig {
  const handOffHosts = (text(env, 'HANDOFF_HOSTS') ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  const odd = handOffHosts.find((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host));
  if (odd !== undefined) wrong('HANDOFF_HOSTS', odd, 'host names separated by commas, such as training.example.org');
  const [trainingUrl, learningUrl] = (['TRAINING_URL', 'LEARNING_URL'] as const).map((name) => {
    const value = url(env, name, ['https:']);
    if (value === undefined || handOffHosts.includes(new URL(value).host)) return value;
    throw new ConfigurationError(
      `${name} leads to ${new URL(value).host}, which HANDOFF_HOSTS does not name. Add the host to HANDOFF_HOSTS.`,
    );
  });
  const handOffSecret = text(env, 'HANDOFF_SECRET');
  if ((trainingUrl ?? learningUrl) !== undefined && (handOffSecret ?? '').length < 32) {
    throw new ConfigurationError(
      'HANDOFF_SECRET is missing or too short: set it to the secret that the services know, at least 32 characters.',
    );
  }
  return { handOffHosts, trainingUrl, learningUrl, handOffSecret };
}

function brandings(env: Environment): ReadonlyMap<string, Branding> {
  const file = text(env, 'BRANDING_FILE');
  if (file === undefined) return new Map();
  try {
    return parseBrandingFile(readFileSync(resolve(file), 'utf8'));
  } catch (error) {
    throw new ConfigurationError(`BRANDING_FILE '${file}' cannot be used: ${(error as Error).message}`);
  }
}
