/** A real server on a free port with its own database, which tests can inspect. */
import type { Kysely } from 'kysely';
import { readConfig } from '../../../server/base/config';
import type { Environment } from '../../../server/base/environment';
import type { Database, Schema } from '../../../server/database';
import type { App } from '../../../server/app/httpServer';
import { deriveKeys } from '../../../server/base/keys';
import { serve, type StartOptions } from '../../../server/app/serve';
import { TestClient } from './client';
import { openTestDatabase, type TestDatabase } from './database';
import { Fixtures } from './fixtures';

export interface TestMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly sentAt: string;
}

export interface TestServer {
  /** `http://localhost:<port>`. */
  readonly url: string;
  readonly app: App;
  readonly database: Database;
  /** Sees and changes every row, to check the server's effects and to move its times back. */
  readonly owner: Kysely<Schema>;
  /** Other ways to open the database. */
  readonly options: TestDatabase['options'];
  readonly fixtures: Fixtures;
  /** The log so far, by lines. */
  readonly log: readonly string[];
  /** A new browser: no cookies yet. */
  client(): TestClient;
  /** Newest first. */
  mailsTo(address: string): Promise<TestMail[]>;
  /** The newest sign-in code. Throws if none was mailed. */
  mailedCode(user: { readonly email: string }): Promise<string>;
  stop(): Promise<void>;
}

/** One token lasts for a whole test file, also on a busy machine. */
const LONG_TOKENS = { ACCESS_TOKEN_SECONDS: '3600' };
/** The bench measures the cost of a hash; see `PASSWORD_HASHING` in server/base/config.ts. */
const QUICK_HASHES = { PASSWORD_HASHING: 'quick' };

/**
 * `env` overrides the demo settings, with the names of server/base/config.ts; `open` says what the database contains;
 * `limits` are shorter than the server's own.
 */
export async function startTestServer(
  env: Environment = {},
  open = openTestDatabase,
  limits: Pick<StartOptions, 'bodyTimeoutMs'> = {},
): Promise<TestServer> {
  const config = readConfig({
    APP_MODE: 'demo',
    PORT: '0',
    SIGN_IN_FAILURES_PER_MINUTE: '0',
    ...LONG_TOKENS,
    ...QUICK_HASHES,
    ...env,
  });
  const { database, owner, options, close } = await open();
  const log: string[] = [];
  try {
    const keys = deriveKeys('a secret for tests only, long enough to be one');
    const server = await serve(config, database, keys, {
      ...limits,
      logStream: { write: (line) => void log.push(line) },
    });
    const mailsTo = async (address: string) => {
      await server.app.services.afterResponse.finish();
      await server.app.services.deliveries.flush();
      const { text } = await new TestClient(server.app.http).get('/demo/outbox.json');
      return (JSON.parse(text) as TestMail[]).filter((mail) => mail.to === address);
    };
    return {
      url: server.url,
      app: server.app,
      database,
      owner,
      options,
      fixtures: new Fixtures(owner),
      log,
      client: () => new TestClient(server.app.http),
      mailsTo,
      mailedCode: async ({ email }) => {
        const codes = (await mailsTo(email)).flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
        if (codes[0] === undefined) throw new Error(`no code was mailed to ${email}`);
        return codes[0];
      },
      stop: async () => {
        await server.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
