/** A backup of the whole demo: several hundred thousand rows in all tables. */
import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contents, guards, sequences } from '../support/contents';
import { openDemoDatabase, openTestDatabase } from '../support/database';
import { vmsOn } from '../support/vms';

test('the demo is the same in another database, table by table, with its constraints, triggers and sequences', async () => {
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

test('a disk that becomes full aborts the backup immediately, and no file is left', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-backup-'));
  const demo = await openDemoDatabase();
  const write = fs.createWriteStream;
  jest.spyOn(fs, 'createWriteStream').mockImplementation(() => write('/dev/full'));
  try {
    const { code, errors } = await vmsOn(demo)(['backup', path.join(folder, 'demo.backup')]);
    expect([code, errors]).toEqual([1, expect.stringMatching(/^The disk is full, [^\n]*$/)]);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
    await demo.close();
  }
});
