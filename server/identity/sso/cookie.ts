/**
 * Binds a single sign-on to this browser: a secret for the nonces, and the providers it was started at, so that the
 * callback page may connect to exactly those. SameSite=Lax, because users return from another site.
 */
import { parse, serialize, type SerializeOptions } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomSecret } from '../../base/keys';
import { NONCE_SECONDS } from './nonces';
import { isCanonicalUuid } from '../../../contract/base/uuid';

const SECRET = /^[\w-]{43}$/;
/** How many providers one user can have started at within 10 minutes, in several tabs. */
const MAX_PROVIDERS = 4;

interface SsoBrowser {
  readonly secret: string | undefined;
  readonly providerIds: readonly string[];
}

const nameOf = (secure: boolean): string => (secure ? '__Host-vms_sso' : 'vms_sso');

/** The browser's secret and the providers it started at; empty for a cookie that is not valid. */
export function ssoBrowser(request: FastifyRequest, secure: boolean): SsoBrowser {
  const [secret = '', ...ids] = (parse(request.headers.cookie ?? '')[nameOf(secure)] ?? '').split('.');
  if (!SECRET.test(secret)) return { secret: undefined, providerIds: [] };
  return { secret, providerIds: ids.filter(isCanonicalUuid).slice(0, MAX_PROVIDERS) };
}

/** Returns the secret. An existing one is kept, so that a second tab does not break the first. */
export function rememberProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  providerId: string,
  secure: boolean,
): string {
  const known = ssoBrowser(request, secure);
  const secret = known.secret ?? randomSecret();
  const ids = [providerId, ...known.providerIds.filter((id) => id !== providerId)].slice(0, MAX_PROVIDERS);
  const options: SerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: NONCE_SECONDS };
  void reply.header('set-cookie', serialize(nameOf(secure), [secret, ...ids].join('.'), options));
  return secret;
}
