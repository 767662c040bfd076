/**
 * One way of sending the same thing to everybody, as a process of its own: `node fanoutServer.ts <net|ours|socket.io>`.
 * The parent says how many rounds; each goes to every connection, and the answer is the bytes one connection gets of all.
 */
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, QueryResult } from 'kysely';
import { WebSocketServer } from 'ws';
import { NotificationFeed, type Follower } from '../../server/realtime/notificationFeed';
import { textFrame } from '../../server/realtime/textFrame';

const CONTENT_ID = '00000000-0000-4000-8000-000000000001';
/** About 300 bytes, as most notifications are. */
const CONTENT = JSON.stringify({
  categoryCode: 'SUBMISSIONS',
  subCategoryCode: 'SUBMISSION_CREATED',
  subject: 'Robin Fixture was submitted to Job 103402',
  template: '<p><strong>Summit Healthcare</strong> has submitted Robin Fixture for Operating Room at Lakeside.</p>',
  messageTags: [{ text: 'Job 103402', colour: '#1f5fa8' }],
});
const payload = (round: number): string =>
  `{"topic":"notifications","events":[{"sequence":${round},"notification":{"id":"${CONTENT_ID}",${CONTENT.slice(1)}}],"sequence":${round}}`;

interface Way {
  readonly server: Server;
  /** Hands one round to every connection; resolves when the kernel or the library has it all. */
  send(round: number): Promise<void>;
}

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function net(): Way {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay());
    socket.on('error', () => socket.destroy()).on('data', () => undefined);
  });
  return {
    server,
    async send(round) {
      const text = Buffer.from(payload(round));
      for (const socket of sockets) socket.write(text);
      await breathe();
    },
  };
}

/** The product's own feed over the product's own sockets; the rows come from memory instead of PostgreSQL. */
function ours(): Way {
  const told = { last: 0 };
  const feed = new NotificationFeed(
    { queries: memory(told) },
    { warn: (...words: unknown[]) => console.error(...words) },
  );
  const followers: Follower[] = [];
  const http = createHttpServer();
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket, request) => {
    const follower: Follower = {
      userId: `00000000-0000-4000-9000-${String(followers.length).padStart(12, '0')}`,
      sent: 0,
      isBusy: () => socket.bufferedAmount > 256 * 1024,
      send: (text) => void request.socket.write(textFrame(text)),
    };
    followers.push(follower);
    feed.follow(follower);
  });
  return {
    server: http,
    async send(round) {
      told.last = round;
      feed.wake(followers.map(({ userId }) => userId));
      while (followers.some(({ sent }) => sent < round)) await breathe();
    },
  };
}

function memory(told: { readonly last: number }): Kysely<never> {
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
  const answer = (text: string, [ids, after]: readonly unknown[]): unknown[] => {
    if (text.includes('notification_contents_of')) return [{ id: CONTENT_ID, content: CONTENT }];
    return (ids as string[]).flatMap((userId, index) =>
      Array.from({ length: told.last - ((after as number[])[index] ?? 0) }, (_, place) => ({
        userId,
        sequence: ((after as number[])[index] ?? 0) + place + 1,
        occurredAt: new Date(0),
        contentId: CONTENT_ID,
      })),
    );
  };
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

function socketIo(): Way {
  const { Server: Io } = createRequire(path.join(__dirname, '../package.json'))('socket.io') as SocketIo;
  const http = createHttpServer();
  const io = new Io(http, { transports: ['websocket'], perMessageDeflate: false });
  return {
    server: http,
    async send(round) {
      io.emit('notifications', JSON.parse(payload(round)));
      await breathe();
    },
  };
}

const WAYS: Readonly<Record<string, () => Way>> = { net, ours, 'socket.io': socketIo };

const way = WAYS[process.argv[2] ?? '']?.();
if (way === undefined) throw new Error(`There is no way ${process.argv[2]}.`);
let round = 0;
process.on('message', (count: number) => {
  void (async () => {
    for (let done = 0; done < count; done += 1) await way.send((round += 1));
  })();
});
process.on('disconnect', () => process.exit(0));
way.server.listen(0, '127.0.0.1', () => process.send?.((way.server.address() as AddressInfo).port));
