/**
 * What ties a single sign-on to this browser: a secret that the nonces are made with, and the providers it was begun
 * at, so that the page people come back to may speak with exactly those. Lax, because they come back from another site.
 */
import { parse, serialize, type SerializeOptions } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomSecret } from '../keys';
import { NONCE_SECONDS } from '../sso/nonces';

const SECRET = /^[\w-]{43}$/;
const PROVIDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Tabs in which one person can have begun at different providers within 10 minutes. */
const MOST_PROVIDERS = 4;

interface SsoBrowser {
  readonly secret: string | undefined;
  readonly providerIds: readonly string[];
}

const nameOf = (secure: boolean): string => (secure ? '__Host-vms_sso' : 'vms_sso');

export function ssoBrowser(request: FastifyRequest, secure: boolean): SsoBrowser {
  const [secret = '', ...ids] = (parse(request.headers.cookie ?? '')[nameOf(secure)] ?? '').split('.');
  if (!SECRET.test(secret)) return { secret: undefined, providerIds: [] };
  return { secret, providerIds: ids.filter((id) => PROVIDER_ID.test(id)).slice(0, MOST_PROVIDERS) };
}

/** Answers the secret. One that is there is kept, so that a second tab does not spoil what the first has begun. */
export function rememberProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  providerId: string,
  secure: boolean,
): string {
  const known = ssoBrowser(request, secure);
  const secret = known.secret ?? randomSecret();
  const ids = [providerId, ...known.providerIds.filter((id) => id !== providerId)].slice(0, MOST_PROVIDERS);
  const options: SerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: NONCE_SECONDS };
  void reply.header('set-cookie', serialize(nameOf(secure), [secret, ...ids].join('.'), options));
  return secret;
}
