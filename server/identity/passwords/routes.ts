/** Endpoints of passwords. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors';
import type { FactorManagement } from '../factors/factorManagement';
import type { PasswordChange } from './passwordChange';
import type { Passwords } from './passwords';
import type { FailureThrottle } from '../../platform/http/failureThrottle';
import type { RouteServices } from '../../platform/http/registry';

interface PasswordRouteServices extends RouteServices {
  readonly passwords: Passwords;
  readonly passwordChange: PasswordChange;
  readonly factors: FactorManagement;
  readonly throttle: FailureThrottle;
}

/** Forgotten passwords, changed passwords, and the proof by password that changes of factors require. */
export function passwordRoutes(app: FastifyInstance, services: PasswordRouteServices): void {
  const { endpoints, passwords, passwordChange, factors, throttle } = services;

  endpoints.register(app, 'passwordReset', async ({ body, client }) => {
    throttle.assertOpen(client.address);
    // Counts every request, even an accepted one: it sends mail to people who may not have requested it.
    await throttle.countFailure(client.address);
    const result = await passwords.reset(body.username, body.organizationCode, client);
    if (result.kind === 'user_not_found') throw new ApiError('user.not.found');
    return { id: randomUUID() };
  });

  endpoints.register(
    app,
    'factorProof',
    async (call) => {
      const right = await passwordChange.proves(call.session, call.body.password, call.client, 'identity_proved');
      if (!right)
        throw new ApiError('password.incorrect', {
          sentence: 'The password is not correct. Please try again, or sign out and sign in again.',
        });
      return factors.proved(call);
    },
    { states: ['enroll', 'live'] },
  );

  endpoints.register(
    app,
    'passwordChange',
    async ({ body, client, session }) => {
      const result = await passwordChange.change(session, body.newPassword, body.oldPassword, client);
      switch (result.kind) {
        case 'changed':
          return {};
        case 'old_password_wrong':
          throw new ApiError('password.incorrect');
        case 'refused':
          throw new ApiError('password.policy', { sentence: result.sentence });
      }
    },
    { states: ['change_password', 'live'] },
  );
}
