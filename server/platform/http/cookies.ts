/** The cookie of the refresh token, and a hint cookie by which the page knows whether there may be a session. */
import { parse, serialize, type SerializeOptions } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const SESSION_HINT_COOKIE = 'vms_session';

export interface SessionCookies {
  /** `complete` is false while only a password change is allowed: a reload then shows the sign-in form. */
  set(reply: FastifyReply, refreshToken: string, complete: boolean): void;
  clear(reply: FastifyReply): void;
  refreshToken(request: FastifyRequest): string | undefined;
}

/** The prefix makes browsers reject the cookie from other hosts and over plain http. */
export const refreshCookieName = (secure: boolean): string => (secure ? '__Host-vms_refresh' : 'vms_refresh');

/** Reads and writes the refresh cookie and its hint. Ages are in seconds. */
export function sessionCookies(options: { secure: boolean; maxAgeSeconds: number }): SessionCookies {
  const { secure, maxAgeSeconds: maxAge } = options;
  const name = refreshCookieName(secure);
  const token: SerializeOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure };
  // The hint grants nothing, and must also be sent when users follow a link from another site.
  const hint: SerializeOptions = { path: '/', sameSite: 'lax', secure };

  function send(reply: FastifyReply, refreshToken: string, refreshAge: number, hintAge: number): void {
    void reply.header('set-cookie', [
      serialize(name, refreshToken, { ...token, maxAge: refreshAge }),
      serialize(SESSION_HINT_COOKIE, hintAge === 0 ? '' : '1', { ...hint, maxAge: hintAge }),
    ]);
  }

  return {
    set: (reply, refreshToken, complete) => send(reply, refreshToken, maxAge, complete ? maxAge : 0),
    clear: (reply) => send(reply, '', 0, 0),
    refreshToken: (request) => cookieOf(request, name) || undefined,
  };
}

/** Whether the browser has the hint cookie of a session. It proves nothing. */
export function hasSessionHint(request: FastifyRequest): boolean {
  return cookieOf(request, SESSION_HINT_COOKIE) === '1';
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  return parse(request.headers.cookie ?? '')[name];
}
