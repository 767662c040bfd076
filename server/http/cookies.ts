/** The refresh token's cookie, and a hint beside it that lets a page know whether asking for a session is worth it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieSerializeOptions } from '@fastify/cookie';

export const SESSION_HINT_COOKIE = 'vms_session';

export interface SessionCookies {
  /** `complete` is false while nothing but a password change is allowed: a reload then shows the sign-in form. */
  set(reply: FastifyReply, refreshToken: string, complete: boolean): void;
  clear(reply: FastifyReply): void;
  refreshToken(request: FastifyRequest): string | undefined;
}

export function sessionCookies(options: { secure: boolean; maxAgeSeconds: number }): SessionCookies {
  // The prefix makes browsers refuse the cookie from any other host or over plain http.
  const name = options.secure ? '__Host-vms_refresh' : 'vms_refresh';
  const common: CookieSerializeOptions = { path: '/', sameSite: 'strict', secure: options.secure };
  // The hint opens nothing, and should also be there when people come through a link from elsewhere.
  const hint: CookieSerializeOptions = { ...common, sameSite: 'lax' };
  return {
    set(reply, refreshToken, complete) {
      const { maxAgeSeconds: maxAge } = options;
      void reply.setCookie(name, refreshToken, { ...common, httpOnly: true, maxAge });
      if (complete) void reply.setCookie(SESSION_HINT_COOKIE, '1', { ...hint, maxAge });
      else void reply.clearCookie(SESSION_HINT_COOKIE, hint);
    },
    clear(reply) {
      void reply.clearCookie(name, { ...common, httpOnly: true });
      void reply.clearCookie(SESSION_HINT_COOKIE, hint);
    },
    refreshToken: (request) => request.cookies[name],
  };
}
