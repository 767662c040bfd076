/** Forgotten and new passwords. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors';
import type { Services } from '../services';

export function passwordRoutes(app: FastifyInstance, services: Services): void {
  const { endpoints, passwords, throttle } = services;

  endpoints.register(app, 'passwordReset', async ({ body, client }) => {
    throttle.assertOpen(client.address);
    // Every request counts, also an accepted one: this endpoint sends mail to people who did not ask for it.
    throttle.countFailure(client.address);
    const result = await passwords.reset(body.username, body.organizationCode, client);
    if (result.kind === 'user_not_found') throw new ApiError('user.not.found');
    return { id: randomUUID() };
  });

  endpoints.register(
    app,
    'passwordChange',
    async ({ body, client, session }) => {
      const result = await passwords.change(session, body.newPassword, body.oldPassword, client);
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
