/**
 * Nodes as an operator runs them: the built server in production mode, in processes that can be killed, with signed-in
 * users.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Environment } from '../../../server/base/environment';
import { deriveKeys } from '../../../server/base/keys';
import type { Scope } from '../../../server/database';
import { AccessTokens } from '../../../server/identity/sessions/accessToken';
import { freePort } from '../database/support/processes';

const ROOT = path.resolve(__dirname, '../../..');
const SECRET = 'A secret of nodes that are thrown away, 1234567890';
/** The address for users; the nodes are behind it. */
export const PUBLIC_URL = 'http://vms.example.org';

export const NODE_KEYS = deriveKeys(SECRET);

export interface ServerNode {
  readonly url: string;
  readonly processId: number;
  /** Its log and output, by lines. */
  readonly lines: readonly string[];
  isReady(): Promise<boolean>;
  /** Resolves once it is ready. */
  start(): Promise<void>;
  /** SIGTERM; resolves with its exit code. */
  leave(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Not yet started. */
export async function serverNode(settings: Environment): Promise<ServerNode> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-node-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  let child: ChildProcess | undefined;
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return null;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    return ((await ended) as [number | null])[0];
  };
  return {
    url,
    lines,
    isReady,
    get processId() {
      return child?.pid ?? 0;
    },
    async start() {
      const started = spawn(process.execPath, ['dist/server/main.js'], {
        cwd: ROOT,
        env: {
          PATH: process.env['PATH'],
          APP_MODE: 'production',
          PLAIN_HTTP: 'on',
          PUBLIC_URL,
          SERVER_SECRET: SECRET,
          SMTP_URL: 'smtp://127.0.0.1:9',
          HOST: '127.0.0.1',
          PORT: String(port),
          DATA_DIR: folder,
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (piece: Buffer) => lines.push(...piece.toString().split('\n').filter(Boolean)));
      }
      while (!(await isReady())) {
        if (started.exitCode !== null || started.signalCode !== null)
          throw new Error(`A node ended while it started: ${lines.slice(-5).join('\n')}`);
        await delay(20);
      }
    },
    leave: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    remove: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Person {
  readonly userId: string;
  readonly sessionId: string;
  /** Valid for an hour. */
  readonly token: string;
}

export interface People {
  /** In the scope of their organization, without a user. */
  readonly scope: Scope;
  readonly people: readonly Person[];
}

/** This many signed-in users of a managing organization with this code. `databaseUrl` is the owner's. */
export async function signInPeople(databaseUrl: string, count: number, code = 'NODES'): Promise<People> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const organizationId = crypto.randomUUID();
    await client.query(
      `insert into organizations (id, code, name, type, tenant_id, footer_email)
       values ($1, $2, 'People of the nodes', 'VMS', $1, 'help@example.org')`,
      [organizationId, code],
    );
    await client.query(
      `insert into users (organization_id, user_name, email, first_name, last_name, user_type)
       select $1, 'user.' || n, 'user.' || n || '@nodes.example', 'User', 'No ' || n, 'VMS' from generate_series(1, $2::integer) n`,
      [organizationId, count],
    );
    const { rows } = await client.query<{ user_id: string; id: string }>(
      `insert into sessions (organization_id, user_id, state, device, address, last_used_at, idle_expires_at, expires_at)
       select $1, id, 'live', 'test', '127.0.0.1', now(), now() + interval '6 hours', now() + interval '6 hours'
       from users where organization_id = $1 returning user_id, id`,
      [organizationId],
    );
    await client.query('analyze users, sessions');
    const tokens = new AccessTokens(NODE_KEYS.accessToken, 3_600);
    const claims = { organizationId, tenantId: organizationId, organizationType: 'VMS', userType: 'VMS' } as const;
    const people = rows.map(async ({ user_id: userId, id: sessionId }) => ({
      userId,
      sessionId,
      token: await tokens.issue({ sessionId, userId, ...claims }),
    }));
    const scope = { organizationId, tenantId: organizationId, organizationType: 'VMS', userId: null } as const;
    return { scope, people: await Promise.all(people) };
  } finally {
    await client.end();
  }
}

/** Chooses among the ready nodes, like a load balancer with health checks. */
export class Balancer {
  private ready: readonly ServerNode[] = [];
  private turn = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly nodes: readonly ServerNode[]) {
    this.timer = setInterval(() => void this.check(), 100);
  }

  /** Resolves once all are ready. */
  async start(): Promise<this> {
    while (this.ready.length < this.nodes.length) await this.check();
    return this;
  }

  next(): ServerNode {
    this.turn += 1;
    const among = this.ready.length > 0 ? this.ready : this.nodes;
    return among[this.turn % among.length]!;
  }

  /**
   * One call. A node that refuses the connection is skipped, as a load balancer does; an answer with a retry time is
   * retried. Throws on any other failure.
   */
  async call(method: string, address: string, { token }: Pick<Person, 'token'>, body?: object): Promise<unknown> {
    for (;;) {
      const answer = await fetch(`${this.next().url}${address}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          origin: PUBLIC_URL,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error: Error & { cause?: NodeJS.ErrnoException }) => {
        if (error.cause?.code === 'ECONNREFUSED') return undefined;
        throw new Error(`${method} ${address} failed: ${error.cause?.message ?? error.message}`);
      });
      if (answer?.ok) return await answer.json();
      const seconds = answer?.headers.get('retry-after');
      const text = await answer?.text();
      if (answer !== undefined && seconds == null) throw new Error(`${method} ${address}: ${answer.status} ${text}`);
      await delay(Number(seconds ?? 0.02) * 1_000);
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    const states = await Promise.all(this.nodes.map((node) => node.isReady()));
    this.ready = this.nodes.filter((_node, index) => states[index]);
  }
}
