/** Security headers on every answer, errors included. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/config';

type PolicyConfig = Pick<Config, 'secure' | 'handOffHosts'>;

/**
 * The hashes (as `'sha256-…'` sources) allow exactly the script and styles that the build put into the page. 'self'
 * covers the websocket of the page's own host; `blob:` the logo, which is fetched with a bearer token and shown as an
 * image.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  styleHashes: readonly string[],
  { secure, handOffHosts }: PolicyConfig,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", ...handOffHosts.map((host) => `https://${host}`)].join(' '),
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The policy with additional connect sources. */
export function withConnections(policy: string, origins: readonly string[]): string {
  return origins.length === 0
    ? policy
    : policy.replace("connect-src 'self'", ["connect-src 'self'", ...origins].join(' '));
}

/** For requests that are too broken to reach the hooks. */
export const BARE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Adds the security headers to every answer. */
export async function securityHeaders(app: FastifyInstance, config: PolicyConfig): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Browsers key agents by origin anyway; requesting it makes them discard the prepared process, which delays the
    // first paint.
    originAgentCluster: false,
    hsts: config.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  const policy = contentSecurityPolicy([], [], config);
  app.addHook('onRequest', async (_request, reply) => {
    // Static files with hashed names override this.
    void reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store' });
  });
}
