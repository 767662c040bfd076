/** The demo's passwords are public: its users and those of real organizations are never in one database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../../../server/app/start';
import { readConfig } from '../../../server/base/config';
import { seedDemo } from '../../../server/demo/seed';
import { openDemoDatabase, openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures } from '../support/fixtures';
import { vmsEnvironment, vmsOn } from '../support/vms';

const SENTENCE = 'This database holds the demo, whose passwords are public. Set another DATA_DIR or DATABASE_URL.';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vms-real-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const production = (on: TestDatabase) => ({
  ...vmsEnvironment(on),
  PASSWORD_HASHING: undefined,
  APP_MODE: 'production',
  PUBLIC_URL: 'https://vms.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: folder,
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'silent',
});

/** Starts in production and stops again. */
async function tryProduction(on: TestDatabase): Promise<{ readonly hasSetup: boolean }> {
  const { setupAddress, stop } = await startServer(readConfig(production(on)));
  await stop();
  return { hasSetup: setupAddress !== null };
}

test('production refuses a database with the demo, and the doctor says so', async () => {
  const demo = await openDemoDatabase();
  try {
    await expect(tryProduction(demo)).rejects.toMatchObject({ name: 'DatabaseStartError', message: SENTENCE });
    const found = await vmsOn(demo)(['doctor'], production(demo));
    expect([found.code, found.out]).toEqual([1, expect.stringContaining(`WRONG database: ${SENTENCE}`)]);
    const inDemoMode = await vmsOn(demo)(['doctor'], { DATA_DIR: folder });
    expect(inDemoMode.out).toMatch(/^ok {4}database: /m);
  } finally {
    await demo.close();
  }
});

test('an empty database, and one with real organizations, start in production and not as a demo', async () => {
  const real = await openTestDatabase();
  try {
    expect(await tryProduction(real)).toEqual({ hasSetup: true });
    await new Fixtures(real.owner).user('NORTHWIND');
    const users = () => real.owner.selectFrom('users').select('user_name').execute();
    const before = await users();
    await expect(seedDemo(real.database)).rejects.toMatchObject({
      name: 'DatabaseStartError',
      message: expect.stringMatching(/^This database holds organizations .* Set another DATA_DIR or DATABASE_URL/),
    });
    expect(await users()).toEqual(before);
    expect(await tryProduction(real)).toEqual({ hasSetup: false });
    const found = await vmsOn(real)(['doctor'], production(real));
    expect(found.out).toMatch(/^ok {4}database: /m);
  } finally {
    await real.close();
  }
});
