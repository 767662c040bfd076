/** The event bus of the database, whose host vanishes: nothing arrives any more, not even the end of a connection. */
import { PostgresEventBus } from '../../../server/platform/eventBus/postgresEventBus';
import type { EventBusLog, Resumed, ServerEvent } from '../../../server/platform/eventBus/eventBus';
import { until } from '../database/support/processes';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Line } from '../support/streamingPair';

let db: TestDatabase;
let host: Line;
let bus: PostgresEventBus;
beforeAll(async () => {
  db = await openTestDatabase();
  const { hostname, port } = address();
  const folder = decodeURIComponent(hostname);
  host = await Line.to(folder.startsWith('/') ? `${folder}/.s.PGSQL.${port || 5432}` : Number(port || 5432));
});
afterAll(async () => {
  await bus.close();
  host.close();
  await db.close();
});

const address = (): URL => new URL(db.options.databaseUrl ?? '');

test('a database host that vanishes counts as lost, and events arrive once it is back; one line each in the log', async () => {
  const lines: string[] = [];
  const note =
    (level: string) =>
    (_facts: object, message: string): void =>
      void lines.push(`${level}: ${message}`);
  const log = { info: note('info'), warn: note('warn') } as unknown as EventBusLog;
  const received: (ServerEvent | Resumed)['kind'][] = [];
  let attempts = 0;
  const throughHost = () => {
    attempts += 1;
    const url = address();
    url.host = `127.0.0.1:${host.port}`;
    return { connectionString: url.href };
  };
  bus = new PostgresEventBus(throughHost, { lookEveryMs: 50, answerWithinMs: 300 });
  bus.subscribe(({ kind }) => void received.push(kind));
  await bus.start(log);
  expect([bus.isThere, received]).toEqual([true, ['resumed']]);

  host.freeze();
  await until(() => !bus.isThere, 'the bus notices');
  await until(() => attempts >= 3, 'it has tried in vain');
  host.thaw();
  await until(() => bus.isThere, 'the bus is back');
  expect(received).toEqual(['resumed', 'resumed']);
  expect(lines).toEqual([
    'warn: the event bus is away: rows are read every few seconds until it is back; check that the database answers',
    'info: the event bus is back',
  ]);
  await db.database.asOperator((queries) => bus.publish(queries, { kind: 'notified', userIds: [] }));
  await until(() => received.includes('notified'), 'an event arrives');
});
