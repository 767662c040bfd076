/** Endpoints of second factors and passkeys. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSessionHint, type SessionCookies } from '../../platform/http/cookies';
import type { FailureThrottle } from '../../platform/http/failureThrottle';
import type { RouteServices } from '../../platform/http/registry';
import type { FactorManagement } from './factorManagement';
import type { Passkeys } from './passkeys';

interface FactorRouteServices extends RouteServices {
  readonly factors: FactorManagement;
  readonly passkeys: Passkeys;
  readonly throttle: FailureThrottle;
  readonly cookies: SessionCookies;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Also open to sessions that must enroll first. */
const ENROLLING = { states: ['enroll', 'live'] } as const;

/** Setting up is also open to sessions that must enroll; afterwards their cookie is that of a complete session. */
export function factorRoutes(app: FastifyInstance, services: FactorRouteServices): void {
  const { endpoints, factors, passkeys, throttle, cookies } = services;

  /** Completes a session that had to enroll, and its cookie, also if an earlier answer with the cookie was lost. */
  async function completing<R>({ request, reply }: Exchange, change: Promise<R>): Promise<R> {
    const answer = await change;
    const token = cookies.refreshToken(request);
    if (token !== undefined && !hasSessionHint(request)) cookies.set(reply, token, true);
    return answer;
  }

  endpoints.register(app, 'passkeySignInOptions', async ({ client }) => {
    throttle.assertOpen(client.address);
    return { options: await passkeys.signInOptions() };
  });

  endpoints.register(app, 'factors', (call) => factors.overview(call), ENROLLING);
  endpoints.register(app, 'appBegin', (call) => factors.beginApp(call), ENROLLING);
  endpoints.register(
    app,
    'appConfirm',
    (call) => completing(call, factors.confirmApp(call, call.body.appCode)),
    ENROLLING,
  );
  endpoints.register(app, 'appRemove', (call) => factors.removeApp(call));
  endpoints.register(app, 'passkeyBegin', async (call) => ({ options: await factors.beginPasskey(call) }), ENROLLING);
  endpoints.register(
    app,
    'passkeyAdd',
    (call) => {
      const { passkey: response, name } = call.body;
      return completing(call, factors.addPasskey(call, name, { response, host: call.request.headers.host }));
    },
    ENROLLING,
  );
  endpoints.register(app, 'passkeyRename', (call) => factors.renamePasskey(call, call.params.id, call.body.name));
  endpoints.register(app, 'passkeyRemove', (call) => factors.removePasskey(call, call.params.id));
  endpoints.register(app, 'recoveryCodesRenew', (call) => factors.renewRecoveryCodes(call));
  endpoints.register(app, 'devicesForget', (call) => factors.removeRememberedDevices(call));
}
