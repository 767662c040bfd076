/** Endpoints of pushes, mail and rules. */
import type { FastifyInstance } from 'fastify';
import type { Keys } from '../../../base/keys';
import { ApiError } from '../../../base/errors';
import type { Queries } from '../../../database';
import { OutsideFetchError, type OutsideFetch } from '../../../platform/http/outsideFetch';
import type { RouteServices } from '../../../platform/http/registry';
import { sessionScope, type CurrentSession } from '../../../platform/session';
import { readOne } from '../store';
import type { PushCookie } from './pushCookie';
import { keepDevice, readChannels, removeDevice, saveRules, saveSettings, tryRule } from './channelStore';

interface ChannelRouteServices extends RouteServices {
  readonly keys: Keys;
  readonly pushTo: OutsideFetch;
  readonly pushCookie: PushCookie;
}

/** Each answers for the caller alone. */
export function channelRoutes(
  app: FastifyInstance,
  { endpoints, database, keys, pushTo, pushCookie }: ChannelRouteServices,
): void {
  const inScope = <T>(session: CurrentSession, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), work);

  endpoints.register(app, 'notificationById', ({ params, session }) =>
    inScope(session, (queries) => readOne(queries, params.notificationId)),
  );

  endpoints.register(app, 'notificationChannels', ({ session }) =>
    inScope(session, async (queries) => ({
      ...(await readChannels(queries, session)),
      publicKey: keys.push.publicKey,
    })),
  );

  endpoints.register(app, 'saveNotificationSettings', async ({ body, session }) => {
    await inScope(session, (queries) => saveSettings(queries, session, body));
    return {};
  });

  endpoints.register(app, 'addPushDevice', async ({ body, session, client, reply }) => {
    assertPushService(pushTo, body.endpoint);
    const name = body.name ?? client.device;
    const id = await inScope(session, (queries) => keepDevice(queries, session, keys, { ...body, name }));
    void reply.header('set-cookie', pushCookie.write(id));
    return { id };
  });

  endpoints.register(app, 'removePushDevice', async ({ params, session }) => {
    await inScope(session, (queries) => removeDevice(queries, session, params.deviceId));
    return {};
  });

  endpoints.register(app, 'saveNotificationRules', async ({ body, session }) => ({
    version: await inScope(session, (queries) => saveRules(queries, session, body)),
  }));

  endpoints.register(app, 'tryNotificationRule', ({ body, session }) =>
    inScope(session, (queries) => tryRule(queries, body.rule)),
  );
}

/** The address comes from a browser. The host it resolves to is checked again with each push. */
function assertPushService(pushTo: OutsideFetch, endpoint: string): void {
  try {
    pushTo.assertAllowed(endpoint);
  } catch (error) {
    if (!(error instanceof OutsideFetchError)) throw error;
    throw new ApiError('request.invalid', {
      sentence: 'This browser’s push service cannot be reached from here. Please use another browser.',
    });
  }
}
