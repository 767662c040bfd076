/** What the browser stores of the mandatory queues for its next page, and for which user. */
import type { StorageKey } from '../../sagas/base/ports/peers';
import { loadIds, saveIds } from '../../sagas/features/mustAccept/queues/storedQueue.saga';
import { postSettled } from '../../sagas/session/tabs/postSettled.saga';
import { planOf } from '../support/oneSaga';
import { broadcastOf, roleUpdateOf } from '../support/queueServer';
import { queueWorld } from '../support/queueWorld';

const KEY: StorageKey = 'pendingBroadcasts';

async function loaded(stored: string | null): Promise<unknown> {
  const ports = { storage: { read: () => stored, write: () => {} } };
  const { returnValue } = await planOf({ ports }, () => loadIds(KEY, 'u1')).silentRun(50);
  return (returnValue as { readonly answer: unknown }).answer;
}

describe('the stored queue', () => {
  it.each<[string, string | null, readonly string[]]>([
    ['the reader’s own', '{"owner":"u1","entityIds":["a","b"]}', ['a', 'b']],
    ['nothing of another reader', '{"owner":"u2","entityIds":["a"]}', []],
    ['nothing where nothing is stored', null, []],
    ['no text that is not JSON', '{"owner":', []],
    ['no other JSON', '7', []],
    ['no null', 'null', []],
    ['no list without an owner', '{"entityIds":["a"]}', []],
    ['no owner that is not a text', '{"owner":["u1"],"entityIds":["a"]}', []],
    ['no owner without a list', '{"owner":"u1"}', []],
    ['no text in place of a list', '{"owner":"u1","entityIds":"abc"}', []],
    ['of a list, the texts', '{"owner":"u1","entityIds":["a",7,null,{"b":1},"c"]}', ['a', 'c']],
  ])('%s', async (_, stored, expected) => {
    expect(await loaded(stored)).toEqual(expected);
  });

  it('has at most as many items as a request may name', async () => {
    const entityIds = Array.from({ length: 600 }, (_, index) => `e${index}`);
    expect(await loaded(JSON.stringify({ owner: 'u1', entityIds }))).toEqual(entityIds.slice(0, 500));
  });
});

it('stores at most as many as a request may name', async () => {
  const written: (string | null)[] = [];
  const ports = { storage: { read: () => null, write: (_: string, value: string | null) => void written.push(value) } };
  const entityIds = Array.from({ length: 600 }, (_, index) => `e${index}`);
  await planOf({ ports }, () => saveIds(KEY, 'u1', entityIds)).silentRun(50);
  expect(JSON.parse(written[0] ?? '')).toEqual({ owner: 'u1', entityIds: entityIds.slice(0, 500) });
});

it('the next page requests what this one has left open, for its own reader only', async () => {
  const { server, browser, open } = queueWorld();
  server.broadcasts.push(broadcastOf(1), broadcastOf(2));
  server.roleUpdates.push(roleUpdateOf(1));
  const first = await open();
  await first.acceptBroadcast();
  first.close();
  const stored = (key: StorageKey) => JSON.parse(browser.storage.get(key) ?? 'null') as unknown;
  expect(stored('pendingBroadcasts')).toEqual({ owner: 'u1', entityIds: ['b2'] });
  expect(stored('pendingRoleUpdates')).toEqual({ owner: 'u1', entityIds: ['r1'] });

  const next = await open();
  expect(next.sent('fetchImmediateBroadcasts')[0]?.body).toEqual({ userId: 'u1', entityIds: ['b2'] });
  expect(next.sent('fetchImmediateRoleUpdates')[0]?.body).toEqual({
    userId: 'u1',
    organizationId: 'o1',
    entityIds: ['r1'],
  });
});

it('nothing is stored for an empty queue', async () => {
  const { clock, server, browser, open } = queueWorld();
  server.broadcasts.push(broadcastOf(1));
  server.roleUpdates.push(roleUpdateOf(1));
  const page = await open();
  await page.acceptBroadcast();
  // The page reloads after the broadcasts of a sign-in; the new one has not come, so this one continues.
  await clock.advance(4_000);
  await page.acceptUpdate();
  expect([browser.storage.has('pendingBroadcasts'), browser.storage.has('pendingRoleUpdates')]).toEqual([false, false]);
});

it('every change that could not be marked is skipped, not only the last one', async () => {
  const { server, open } = queueWorld();
  server.roleUpdates.push(roleUpdateOf(1), roleUpdateOf(2));
  const first = await open();
  server.failNext('before', 'before');
  await first.acceptUpdate();
  await first.acceptUpdate();
  first.close();
  expect((await open()).roleUpdate()).toBeNull();
});

it('an acceptance is not sent to the other tabs once the session is over', async () => {
  const posted: unknown[] = [];
  const ports = { peers: { post: (message: unknown) => void posted.push(message) } } as never;
  await planOf({ ports }, () => postSettled('broadcasts', 'b1')).silentRun(50);
  expect(posted).toEqual([]);
});
