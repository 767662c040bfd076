/** Looking after people. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services';
import { readAccount, readChoices } from '../users/accounts';
import { placeOf, placeOfUser } from '../users/place';
import { Users } from '../users/users';

export function userRoutes(app: FastifyInstance, services: Services): void {
  const { endpoints, database, outbox } = services;
  const users = new Users(services);

  endpoints.register(app, 'roleChoices', async ({ params, session }) => {
    const place = await placeOf(database, session, params.organizationId);
    return database.withScope(place.scope, (queries) => readChoices(queries, place));
  });

  endpoints.register(app, 'userAccount', async ({ params, session }) => {
    const place = await placeOfUser(database, session, params.userId);
    return database.withScope(place.scope, (queries) => readAccount(queries, params.userId, place));
  });

  endpoints.register(app, 'createUser', async ({ body, session, client }) => {
    const place = await placeOf(database, session, body.organizationId);
    const saved = await database.withScope(place.scope, (queries) =>
      users.create(queries, body, place, { session, client }),
    );
    outbox.wake();
    return saved;
  });

  endpoints.register(app, 'updateUser', async ({ params, body, session, client }) => {
    const place = await placeOfUser(database, session, params.userId);
    return database.withScope(place.scope, (queries) =>
      users.update(queries, params.userId, body, place, { session, client }),
    );
  });

  for (const [name, active] of [
    ['deactivateUser', false],
    ['reactivateUser', true],
  ] as const) {
    endpoints.register(app, name, async ({ params, session, client }) => {
      const place = await placeOfUser(database, session, params.userId);
      return database.withScope(place.scope, (queries) =>
        users.setActive(queries, params.userId, active, place, { session, client }),
      );
    });
  }
}
