/**
 * Binds a mailed code to the browser that requested it, by a secret in a cookie that lives as long as the code. Reloads
 * and other tabs have it as well; another browser cannot use the code, even with the password.
 */
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomSecret } from '../../base/keys';
import { CODE_MINUTES } from './twoFactor';

const SECRET = /^[\w-]{43}$/;

const nameOf = (secure: boolean): string => (secure ? '__Host-vms_code' : 'vms_code');

/** The browser's secret; undefined if it has not requested a code lately. */
export function codeBrowser(request: FastifyRequest, secure: boolean): string | undefined {
  const value = parse(request.headers.cookie ?? '')[nameOf(secure)] ?? '';
  return SECRET.test(value) ? value : undefined;
}

/**
 * Sets the browser's secret for as long as a code that is mailed now; an existing secret is kept for codes that were
 * mailed before.
 */
export function keepCodeBrowser(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const secret = codeBrowser(request, secure) ?? randomSecret();
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: CODE_MINUTES * 60 } as const;
  void reply.header('set-cookie', serialize(nameOf(secure), secret, options));
  return secret;
}
