/** Endpoints of the shared board, for all users who get notifications. */
import type { FastifyInstance } from 'fastify';
import type { Queries } from '../../database';
import type { SharedClock } from '../../platform/clock';
import type { EventBus } from '../../platform/eventBus/eventBus';
import type { RouteServices } from '../../platform/http/registry';
import { requirePermission } from '../../identity/permissions';
import { sessionScope, type CurrentSession } from '../../platform/session';
import { instantOf } from '../../base/dates';
import type { Notifier } from '../notifications/notifier';
import { dismissToastsOf } from '../notifications/states';
import { readFacilities, readNamed, readRules, removeRule, saveRule, tryRule } from './alarmRules';
import { acknowledgeAlarm, readPastAlarms } from './alarms';
import { acknowledgeEntry, acknowledgeHandover, assignEntry, findEntries, readBoard, writeHandover } from './board';

interface BoardServices extends RouteServices {
  readonly bus: Pick<EventBus, 'publish'>;
  readonly clock: Pick<SharedClock, 'now'>;
  readonly notifier: Pick<Notifier, 'signal'>;
}

/** A notification of others answers `not.found`, like one that does not exist. */
export function boardRoutes(app: FastifyInstance, { endpoints, database, bus, clock, notifier }: BoardServices): void {
  const within = <T>(session: CurrentSession, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), work);

  endpoints.register(app, 'boardState', async ({ query, session }) =>
    within(session, (queries) => readBoard(queries, query.since ?? null)),
  );

  endpoints.register(app, 'findEntries', async ({ body, session }) =>
    within(session, (queries) => findEntries(queries, body)),
  );

  endpoints.register(app, 'acknowledgeEntry', async ({ params, session }) =>
    within(session, (queries) => acknowledgeEntry(bus, queries, params.notificationId, session)),
  );

  endpoints.register(app, 'assignEntry', async ({ params, body, session }) =>
    within(session, (queries) => assignEntry(bus, queries, params.notificationId, body, session)),
  );

  endpoints.register(app, 'writeHandover', async ({ body, session }) =>
    within(session, (queries) => writeHandover(bus, queries, body)),
  );

  endpoints.register(app, 'acknowledgeAlarm', async ({ params, session }) =>
    within(session, async (queries) => {
      const alarm = await acknowledgeAlarm(bus, queries, params.alarmId, session);
      // Whoever has acknowledged it needs no toast of it.
      if (await dismissToastsOf(queries, alarm.alarmId)) await notifier.signal(queries, [session.userId]);
      return alarm;
    }),
  );

  endpoints.register(app, 'pastAlarms', async ({ query, session }) =>
    within(session, (queries) => readPastAlarms(queries, query.beforeAlarmId ?? null)),
  );

  const byRuler = <T>(session: CurrentSession, work: (queries: Queries) => Promise<T>): Promise<T> =>
    within(session, async (queries) => {
      await requirePermission(queries, session.userId, ['BOARD_ALARMS']);
      return work(queries);
    });

  endpoints.register(app, 'alarmRules', async ({ session }) =>
    byRuler(session, async (queries) => {
      const rules = await readRules(queries);
      return { rules, facilities: await readFacilities(queries), people: await readNamed(queries, rules) };
    }),
  );

  endpoints.register(app, 'saveAlarmRule', async ({ params, body, session }) =>
    byRuler(session, (queries) => saveRule(bus, queries, params.ruleId, body, session)),
  );

  endpoints.register(app, 'removeAlarmRule', async ({ params, session }) =>
    byRuler(session, async (queries) => {
      await removeRule(bus, queries, params.ruleId, session);
      return {};
    }),
  );

  endpoints.register(app, 'tryAlarmRule', async ({ body, session }) =>
    byRuler(session, (queries) => tryRule(queries, body, instantOf(clock.now()))),
  );

  endpoints.register(app, 'acknowledgeHandover', async ({ params, session }) =>
    within(session, (queries) => acknowledgeHandover(bus, queries, params.handoverId, session)),
  );
}
