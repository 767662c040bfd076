/** The whole demo through a backup: some hundred thousand rows in all tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contents, guards, sequences } from '../support/contents';
import { openDemoDatabase, openTestDatabase } from '../support/database';
import { vmsOn } from '../support/vms';

test('the demo is the same in another database, table by table, with its guards and its sequences', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-backup-'));
  const [demo, target] = await Promise.all([openDemoDatabase(), openTestDatabase()]);
  try {
    const file = path.join(folder, 'demo.backup');
    const expected = await guards(target.owner);
    expect(await vmsOn(demo)(['backup', file])).toMatchObject({ code: 0, errors: '' });
    expect(await vmsOn(target)(['restore', file])).toMatchObject({ code: 0, errors: '' });
    expect(await contents(target.owner)).toEqual(await contents(demo.owner));
    expect(await guards(target.owner)).toEqual(expected);
    expect(await sequences(target.owner)).toEqual(await sequences(demo.owner));
  } finally {
    rmSync(folder, { recursive: true });
    await Promise.all([demo.close(), target.close()]);
  }
});
