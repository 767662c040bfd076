/** Endpoints for managing users. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors';
import type { RouteServices } from '../../platform/http/registry';
import type { Outbox } from '../../platform/mail/outbox';
import { lockAccount, readAccount, readRoleChoices } from './accounts';
import { confirmEmail, sameAddress } from '../../identity/emailChanges/emailChanges';
import { managedOrganization, managedOrganizationOfUser, scopeForOwner } from './managedOrganization';
import { UserAccess, type UserAccessServices } from './userAccess';
import { Users, type UserServices } from './users';

interface UserRouteServices extends RouteServices, UserServices, UserAccessServices {
  readonly outbox: Outbox;
}

/** Answers `not.found` for users whom the caller may not manage. Mails that a change writes are sent immediately. */
export function userRoutes(app: FastifyInstance, services: UserRouteServices): void {
  const { endpoints, database, outbox, audit, accountMails } = services;
  const users = new Users(services);
  const access = new UserAccess(services);

  endpoints.register(app, 'roleChoices', async ({ params, session }) => {
    const managed = await managedOrganization(database, session, params.organizationId);
    return database.withScope(managed.scope, (queries) => readRoleChoices(queries, managed));
  });

  endpoints.register(app, 'userAccount', async ({ params, session }) => {
    const managed = await managedOrganizationOfUser(database, session, params.userId);
    return database.withScope(managed.scope, (queries) => readAccount(queries, params.userId, managed));
  });

  endpoints.register(app, 'createUser', async ({ body, session, client }) => {
    const managed = await managedOrganization(database, session, body.organizationId);
    const saved = await database.withScope(managed.scope, (queries) =>
      users.create(queries, body, managed, { session, client }),
    );
    outbox.wake();
    return saved;
  });

  endpoints.register(app, 'updateUser', async ({ params, body, session, client }) => {
    const managed = await managedOrganizationOfUser(database, session, params.userId);
    const saved = await database.withScope(managed.scope, (queries) =>
      users.update(queries, params.userId, body, managed, { session, client }),
    );
    outbox.wake();
    return saved;
  });

  endpoints.register(app, 'confirmEmail', async ({ params: { userId }, body, session, client }) => {
    const scope = await scopeForOwner(database, session, userId);
    await database.withScope(scope, async (queries) => {
      const { email } = await lockAccount(queries, userId, { scope });
      // The owner has checked only the address that they name.
      if (!sameAddress(email, body.email)) {
        throw new ApiError('conflict', {
          sentence:
            'The address has been changed again in the meantime. Please reload the page, and check the new address with the person before you confirm it.',
        });
      }
      const previous = await confirmEmail(queries, userId);
      if (previous !== undefined) {
        const owner = { organizationId: scope.organizationId, userId };
        await accountMails.emailConfirmed(queries, owner, { from: previous, to: email });
      }
      await audit.record(queries, {
        event: 'email_confirmed',
        outcome: 'ok',
        organizationId: scope.organizationId,
        userId: session.userId,
        sessionId: session.sessionId,
        details: { before: { userId, waited: previous ?? null }, after: { userId, email } },
        client,
      });
    });
    outbox.wake();
    return { userId };
  });

  endpoints.register(app, 'unlockUser', async ({ params, session, client }) => {
    const managed = await managedOrganizationOfUser(database, session, params.userId);
    return database.withScope(managed.scope, (queries) =>
      access.unlock(queries, params.userId, managed, { session, client }),
    );
  });

  endpoints.register(app, 'resetUserFactors', async ({ params, session, client }) => {
    const managed = await managedOrganizationOfUser(database, session, params.userId);
    const saved = await database.withScope(managed.scope, (queries) =>
      access.resetFactors(queries, params.userId, managed, { session, client }),
    );
    outbox.wake();
    return saved;
  });

  endpoints.register(app, 'unlinkIdentity', async ({ params, session, client }) => {
    const managed = await managedOrganizationOfUser(database, session, params.userId);
    return database.withScope(managed.scope, (queries) =>
      access.unlinkIdentity(queries, params, managed, { session, client }),
    );
  });

  for (const [name, active] of [
    ['deactivateUser', false],
    ['reactivateUser', true],
  ] as const) {
    endpoints.register(app, name, async ({ params, session, client }) => {
      const managed = await managedOrganizationOfUser(database, session, params.userId);
      const saved = await database.withScope(managed.scope, (queries) =>
        access.setActive(queries, params.userId, active, managed, { session, client }),
      );
      outbox.wake();
      return saved;
    });
  }
}
