/**
 * Sends the same message to all connections, in one variant, as a separate process: `node fanoutServer.ts <variant>`.
 * The parent sends the number of rounds, each to every connection, and then `done` when all have arrived; the answer is
 * the processor time that they took, in microseconds.
 */
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type QueryResult,
} from 'kysely';
import { WebSocketServer } from 'ws';
import { ContentBytes, EventFrame } from '../../server/features/realtime/eventFrames';
import { SocketHub } from '../../server/features/realtime/socketHub';
import type { CurrentSession } from '../../server/platform/session';
import type { ServerEvent } from '../../server/platform/eventBus/eventBus';

const CONTENT_ID = '00000000-0000-4000-8000-000000000001';
/** About 300 bytes, as most notifications are. */
const CONTENT = JSON.stringify({
  categoryCode: 'SUBMISSIONS',
  subCategoryCode: 'SUBMISSION_CREATED',
  subject: 'Robin Fixture was submitted to Job 103402',
  template: '<p><strong>Summit Healthcare</strong> has submitted Robin Fixture for Operating Room at Lakeside.</p>',
  messageTags: [{ text: 'Job 103402', color: '#1f5fa8' }],
});
const AT = new Date('2026-01-15T08:00:00Z');
const contents = new ContentBytes(async () => new Map());

/** The payload that the product sends to each connection, with the head of its frame. */
async function payload(round: number): Promise<Buffer> {
  const events = [{ number: 1, occurredAt: AT, contentId: CONTENT_ID }];
  await contents.load([{ events, content: CONTENT }]);
  return EventFrame.of(events, contents)[0]!.after(FIRST_PLACE + round - 1);
}

/** Every user has a different position in their sequence. */
const FIRST_PLACE = 1_000;
const PLACES_BETWEEN = 7;
const placeOf = (index: number): number => FIRST_PLACE + index * PLACES_BETWEEN;

interface Variant {
  readonly server: Server;
  /** Writes one round to every connection; resolves when the kernel or the library has accepted it. */
  send(round: number): Promise<void>;
}

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Each write is sent immediately; with `gathers`, as in the product, writes wait for the previous one's acknowledgement
 * and are sent together.
 */
function net({ gathers }: { readonly gathers: boolean }): Variant {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(!gathers));
    socket.on('error', () => socket.destroy()).on('data', () => undefined);
    socket.write('welcome');
  });
  return {
    server,
    async send(round) {
      const frame = await payload(round);
      for (const socket of sockets) socket.write(frame);
      await breathe();
    },
  };
}

/** The product's own hub and sockets; the rows come from memory instead of PostgreSQL. */
function ours(): Variant {
  /** Ids of all users, in the order of their first positions. */
  const ids: string[] = [];
  const sent = { last: 0 };
  let emit: (event: ServerEvent) => void = () => undefined;
  const hub = new SocketHub({
    bus: { subscribe: (listener: typeof emit) => ((emit = listener), () => undefined) },
    database: { queries: memory(ids, sent), withScope: () => Promise.resolve() },
    log: { warn: (...words: unknown[]) => console.error(...words) },
    metrics: { sockets: { set: () => undefined } },
  } as unknown as ConstructorParameters<typeof SocketHub>[0]);
  const http = createHttpServer();
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket, request) => {
    const index = ids.length;
    const [id = '', sessionId = ''] = ['9', 'a'].map(
      (mark) => `00000000-0000-4000-${mark}000-${String(index).padStart(12, '0')}`,
    );
    ids.push(id);
    const session = { sessionId, userId: id, endReason: null as string | null } as CurrentSession;
    hub.add(socket, session, { last: placeOf(index), keptAfter: 0, since: null }, request.socket);
  });
  return {
    server: http,
    async send(round) {
      sent.last = round;
      emit({ kind: 'notified', userIds: ids });
      await breathe();
    },
  };
}

/** Replaces the database: one more event for each user per round, at almost no cost. */
function memory(ids: readonly string[], sent: { readonly last: number }) {
  let everyone: number[] = [];
  /** The number of missing events of each user, by position in the request. */
  const missing = (requested: readonly string[], after: readonly number[]): Map<number, number[]> => {
    const isUsual = (id: string, index: number): boolean =>
      id === ids[index] && after[index] === placeOf(index) + sent.last - 1;
    if (requested.length === ids.length && requested.every(isUsual)) {
      if (everyone.length !== ids.length) everyone = ids.map((_, index) => index + 1);
      return new Map([[1, everyone]]);
    }
    const places = new Map<number, number[]>();
    requested.forEach((id, index) => {
      const count = placeOf(ids.indexOf(id)) + sent.last - (after[index] ?? 0);
      if (count > 0) places.set(count, [...(places.get(count) ?? []), index + 1]);
    });
    return places;
  };
  const answer = (text: string, [wanted, after]: readonly unknown[]): unknown[] => {
    if (text.includes('notification_contents_of')) return [{ id: CONTENT_ID, content: CONTENT }];
    // No session has ended.
    if (text.includes('access_find_sessions')) return [];
    if (text.includes('notification_positions'))
      return ids.map((userId, index) => ({ userId, last: placeOf(index) + sent.last, keptAfter: 0 }));
    return [...missing(wanted as string[], after as number[])].map(([count, places]) => ({
      events: Array.from({ length: count }, (_, index) => [index + 1, AT.toISOString(), CONTENT_ID]),
      places,
      content: count === 1 ? CONTENT : null,
    }));
  };
  class MemoryDriver extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
          rows: answer(sql, parameters) as R[],
        }),
        streamQuery: async function* () {
          throw new Error('nothing is streamed here');
        },
      };
    }
  }
  return new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new MemoryDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

interface SocketIo {
  readonly Server: new (http: Server, options: object) => { emit(topic: string, message: unknown): void };
}

function socketIo(): Variant {
  const { Server: Io } = createRequire(path.join(__dirname, '../package.json'))('socket.io') as SocketIo;
  const http = createHttpServer();
  const io = new Io(http, { transports: ['websocket'], perMessageDeflate: false, pingInterval: 600_000 });
  return {
    server: http,
    async send(round) {
      const frame = await payload(round);
      io.emit('notifications', JSON.parse(frame.toString('utf8', frame.indexOf('{'))));
      await breathe();
    },
  };
}

const VARIANTS: Readonly<Record<string, () => Variant>> = {
  net: () => net({ gathers: false }),
  'net gathering': () => net({ gathers: true }),
  ours,
  'socket.io': socketIo,
};

const variant = VARIANTS[process.argv[2] ?? '']?.();
if (variant === undefined) throw new Error(`There is no variant ${process.argv[2]}.`);
let round = 0;
let busyBefore = process.cpuUsage();
process.on('message', (count: number | 'done') => {
  if (count === 'done') {
    const { user, system } = process.cpuUsage(busyBefore);
    return void process.send?.(user + system);
  }
  busyBefore = process.cpuUsage();
  void (async () => {
    for (let done = 0; done < count; done += 1) await variant.send((round += 1));
  })();
});
process.on('disconnect', () => process.exit(0));
variant.server.listen(0, '127.0.0.1', () => process.send?.((variant.server.address() as AddressInfo).port));
