/** `vms audit export`: all events in order, once or continuously, and where it continues. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { streamAudit } from '../../../server/features/audit/auditStream';
import { maintain } from '../support/cluster';
import { startTestServer, type TestServer } from '../support/server';
import { until } from '../database/support/processes';
import { vmsEnvironment, vmsOn } from '../support/vms';

let server: TestServer;
let vms: ReturnType<typeof vmsOn>;
let userName: string;
beforeAll(async () => {
  server = await startTestServer();
  vms = vmsOn(server);
  const user = await server.fixtures.user('LAKE', { userType: 'VMS' });
  ({ userName } = user);
  await server.client().signedIn(user);
});
afterAll(() => server.stop());

const note = (reason: string) =>
  sql`insert into audit_events (event, outcome, reason) values ('sign_out', 'ok', ${reason})`;
interface Line {
  readonly id: number;
  readonly reason: string | null;
  readonly organization: string | null;
  readonly user: string | null;
  readonly at: string;
}

/** Waits until a follower has looked for events and then for open transactions: each time by a new connection. */
async function furtherLooks(): Promise<void> {
  const connections = async () => {
    const { rows: open } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'vms-owner' and datname = current_database()`.execute(server.owner);
    return open.map(({ pid }) => pid);
  };
  const before = await connections();
  const seen = new Set<number>();
  await until(async () => {
    for (const pid of await connections()) if (!before.includes(pid)) seen.add(pid);
    return seen.size >= 4;
  }, 'the follower looks');
}

describe('vms audit export', () => {
  test('prints everything in order, continues from an id, and also prints CSV', async () => {
    const all = await vms(['audit', 'export']);
    expect([all.code, all.errors]).toEqual([0, '']);
    const lines = all.out.split('\n').map((line) => JSON.parse(line) as Line);
    const { rows: kept } = await sql<{ id: number }>`select id from audit_events order by id`.execute(server.owner);
    expect(lines.map(({ id }) => id)).toEqual(kept.map(({ id }) => Number(id)));
    expect(lines.some(({ user }) => user === `Robin Fixture (${userName})`)).toBe(true);
    const [before, last] = [lines.at(-2)?.id ?? 0, lines.at(-1)?.id];
    const rest = await vms(['audit', 'export', '--after', String(before)]);
    expect((JSON.parse(rest.out) as Line).id).toBe(last);
    const csv = await vms(['audit', 'export', '--csv', '--after', String(before)]);
    expect(csv.out.split('\n')[0]).toContain('id,at,event,outcome,reason,organizationId');
    expect(csv.out.split('\n')[1]).toMatch(new RegExp(`^${last},\\d{4}-`));
    expect(await vms(['audit', 'export', '--after', 'x'])).toMatchObject({ code: 2, out: '' });
  });

  test('follows, and waits for an event whose smaller id is committed later; a file stores its position', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vms-audit-'));
    const state = path.join(folder, 'last');
    const reasons: (string | null)[] = [];
    try {
      await vms(['audit', 'export', '--state', state]);
      const from = Number(readFileSync(state, 'utf8'));
      const following = vms(['audit', 'export', '--follow', '--state', state], {}, (line, stop) => {
        reasons.push((JSON.parse(line) as Line).reason);
        if (reasons.length === 3) stop();
      });
      await note('before').execute(server.owner);
      await until(() => reasons.length === 1, 'the follower prints');
      await server.owner.transaction().execute(async (slow) => {
        await note('first').execute(slow);
        // Another connection, whose row has the larger id and is committed immediately.
        await server.app.services.database.asOperator((queries) => note('second').execute(queries));
        await furtherLooks();
        expect(reasons).toEqual(['before']);
      });
      expect(await following).toMatchObject({ code: 0, errors: '' });
      expect(reasons).toEqual(['before', 'first', 'second']);
      expect(Number(readFileSync(state, 'utf8'))).toBeGreaterThan(from);
      expect((await vms(['audit', 'export', '--state', state])).out).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the position is that of the last events that were read: what a dead reader missed is printed the next time', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vms-audit-'));
    const state = path.join(folder, 'last');
    const kept = () => Number(readFileSync(state, 'utf8'));
    try {
      await vms(['audit', 'export', '--state', state]);
      const exporting = spawn(
        process.execPath,
        ['--import', 'tsx', 'server/cli/vms.ts', 'audit', 'export', '--follow', '--state', state],
        {
          cwd: path.resolve(__dirname, '../../..'),
          env: { ...process.env, ...vmsEnvironment(server) },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      const ended = once(exporting, 'exit');
      const errors = text(exporting.stderr);
      await note('read').execute(server.owner);
      const [line] = (await once(createInterface({ input: exporting.stdout }), 'line')) as [string];
      const last = (JSON.parse(line) as Line).id;
      await until(() => kept() === last, 'the position is kept');

      exporting.stdout.destroy();
      await note('missed').execute(server.owner);
      expect(await ended).toEqual([1, null]);
      expect(await errors).toContain(
        `so some events were not delivered. Run it again: it continues from the position in ${state}.`,
      );
      expect(kept()).toBe(last);
      const rest = await vms(['audit', 'export', '--state', state]);
      expect(rest.out.split('\n').map((each) => (JSON.parse(each) as Line).reason)).toEqual(['missed']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('an export that is stopped before its end ends with 1, and says from where to continue', async () => {
    await sql`insert into audit_events (event, outcome) select 'sign_out', 'ok' from generate_series(1, 2500)`.execute(
      server.owner,
    );
    let printed = 0;
    const stopped = await vms(['audit', 'export'], {}, (_line, stop) => {
      printed += 1;
      if (printed === 1) stop();
    });
    const last = (JSON.parse(stopped.out.split('\n').at(-1) ?? '') as Line).id;
    expect([stopped.code, stopped.errors]).toEqual([
      1,
      `The export was stopped, so events may be missing at its end. Run it again with --after ${last}.`,
    ]);
    const rest = await vms(['audit', 'export', '--after', String(last)]);
    const { rows } = await sql<{ all: number }>`select count(*)::integer as "all" from audit_events`.execute(
      server.owner,
    );
    expect([rest.code, printed + rest.out.split('\n').length]).toEqual([0, rows[0]?.all]);

    const folder = mkdtempSync(path.join(tmpdir(), 'vms-audit-'));
    const state = path.join(folder, 'last');
    try {
      const kept = await vms(['audit', 'export', '--state', state], {}, (_line, stop) => stop());
      expect([kept.code, kept.errors]).toEqual([
        1,
        `The export was stopped, so events may be missing at its end. Run it again: it continues from the position in ${state}.`,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([['SIGTERM'], ['SIGINT'], ['SIGHUP']] as const)('an export that gets %s ends with 1', async (signal) => {
    const exporting = spawn(process.execPath, ['--import', 'tsx', 'server/cli/vms.ts', 'audit', 'export'], {
      cwd: path.resolve(__dirname, '../../..'),
      env: { ...process.env, ...vmsEnvironment(server) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(exporting, 'exit');
    const errors = text(exporting.stderr);
    // It waits while its reader is slow.
    await once(exporting.stdout, 'readable');
    exporting.kill(signal);
    exporting.stdout.resume();
    expect(await ended).toEqual([1, null]);
    expect(await errors).toMatch(/^The export was stopped, .* Run it again with --after \d+\.\n$/);
  });

  test('an export whose reader has read enough ends with 0', async () => {
    const exporting = spawn(process.execPath, ['--import', 'tsx', 'server/cli/vms.ts', 'audit', 'export', '--csv'], {
      cwd: path.resolve(__dirname, '../../..'),
      env: { ...process.env, ...vmsEnvironment(server) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(exporting, 'exit');
    const errors = text(exporting.stderr);
    exporting.stdout.destroy();
    expect([await ended, await errors]).toEqual([[0, null], '']);
  });

  test('a --state file that cannot be written is refused before anything is printed', async () => {
    const state = path.join(tmpdir(), 'vms-no-such-folder', 'last');
    const { code, out, errors } = await vms(['audit', 'export', '--state', state]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toContain(`The position cannot be kept in ${state} (`);
    expect(errors).toContain('Give this user the rights, or name another file with --state.');
  });

  test.each(['', 'x'])('a --state file of %j is refused with a sentence', async (content) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vms-audit-'));
    const state = path.join(folder, 'last');
    try {
      writeFileSync(state, content);
      expect(await vms(['audit', 'export', '--state', state])).toEqual({
        code: 1,
        out: '',
        errors: `${state} does not hold the number of an event. Remove it to start from the first, or write the last id into it.`,
      });
      expect(readFileSync(state, 'utf8')).toBe(content);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a follower waits while the database refuses connections, says so once, and continues where it stopped', async () => {
    const name = new URL(server.options.databaseUrl ?? '').pathname.slice(1);
    const limit = (most: number) =>
      maintain((client) => client.query(`alter database ${name} connection limit ${most}`));
    const cut = () =>
      maintain((client) =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'vms-owner'`,
          [name],
        ),
      );
    const {
      rows: [newest],
    } = await sql<{ id: number }>`select max(id)::integer as id from audit_events`.execute(server.owner);
    const reasons: (string | null)[] = [];
    const sentences: string[] = [];
    const following = vms(
      ['audit', 'export', '--follow', '--after', String(newest?.id)],
      {},
      (line, stop) => {
        reasons.push((JSON.parse(line) as Line).reason);
        if (reasons.length === 2) stop();
      },
      (line) => void sentences.push(line),
    );
    await note('before').execute(server.owner);
    await until(() => reasons.length === 1, 'the follower prints');
    await limit(0);
    try {
      await cut();
      await until(() => sentences.length > 0, 'the follower warns');
    } finally {
      await limit(-1);
    }
    await note('after').execute(server.owner);
    expect(await following).toMatchObject({ code: 0 });
    expect(reasons).toEqual(['before', 'after']);
    expect(sentences).toEqual([
      expect.stringMatching(
        /^(DATABASE_URL cannot be used|The database does not answer) \(.*\)\. .* The export waits for the database\.$/,
      ),
      'The database is back. The export continues where it stopped.',
    ]);
  });

  test('a transaction that stays open, such as the check of a backup, delays a follower and does not end it', async () => {
    const { database } = server.app.services;
    const stop = new AbortController();
    const sentences: string[] = [];
    const reasons: (string | null)[] = [];
    const options = {
      signal: stop.signal,
      warn: (sentence: string) => void sentences.push(sentence),
      warnAfterMs: 300,
    };
    const { rows } = await sql<{ last: number }>`select max(id)::integer as last from audit_events`.execute(
      server.owner,
    );
    const after = rows[0]?.last ?? 0;
    let reading: Promise<void> | undefined;
    await server.owner.transaction().execute(async (slow) => {
      await note('open').execute(slow);
      await database.asOperator((queries) => note('later').execute(queries));
      const once = streamAudit(database, { ...options, after, follow: false }).next();
      await expect(once).rejects.toMatchObject({
        body: { errorMessage: expect.stringContaining('Please try again') as string },
      });
      reading = (async () => {
        for await (const lines of streamAudit(database, { ...options, after, follow: true })) {
          reasons.push(...lines.map(({ reason }) => reason));
          if (reasons.length >= 2) stop.abort();
        }
      })();
      await until(() => sentences.length > 0, 'the follower warns');
      expect(reasons).toEqual([]);
    });
    await reading;
    expect(reasons).toEqual(['open', 'later']);
    expect(sentences[0]).toContain('They are printed when it has ended');
  });
});
