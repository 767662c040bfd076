/** The two queues as the user sees them, in several tabs, with the real sagas. */
import { changePasswordOpened } from '../../sagas/features/changePassword/changePassword.slice';
import type { Action } from '@reduxjs/toolkit';
import type { FileRef, SecretRef } from '../../machines/references';
import { inputBegun, inputEnded } from '../../sagas/base/formInput.slice';
import { port } from '../../sagas/base/ports/ports';
import { call } from '../../sagas/base/runtime/effects';
import {
  actionCancelled,
  actionDraftChanged,
  actionFormOpened,
  recordActionsReducers,
} from '../../sagas/features/recordActions/recordActions.slice';
import {
  enrollmentBegun,
  newCodesArrived,
  newCodesKept,
  securityReducers,
} from '../../sagas/features/security/security.slice';
import {
  fileChosen,
  fileImported,
  timesheetImportReducers,
} from '../../sagas/features/timesheetImport/timesheetImport.slice';
import { selectBroadcast } from '../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { roleReloadChosen, roleReloadPutOff } from '../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { broadcastOf, roleUpdateOf } from '../support/queueServer';
import { queueWorld } from '../support/queueWorld';
import { ok, token } from '../support/scriptedServer';

it('two changes of a role are accepted one after the other, and load one fresh page', async () => {
  const { server, open } = queueWorld();
  server.roleUpdates.push(roleUpdateOf(1), roleUpdateOf(2));
  const page = await open();
  expect(page.shownUpdate()).toBe('r1');
  await page.acceptUpdate();
  expect([page.shownUpdate(), page.tab.reloads()]).toEqual(['r2', 0]);
  await page.acceptUpdate();
  expect([page.roleUpdate(), page.tab.reloads()]).toEqual([null, 1]);
  expect([...server.accepted.keys()]).toEqual(['r1', 'r2']);
});

it('a change that cannot be marked as read is skipped, and is shown again only in the next session', async () => {
  const { server, open } = queueWorld();
  server.roleUpdates.push(roleUpdateOf(1));
  const first = await open();
  server.failNext('before');
  await first.acceptUpdate();
  expect([first.roleUpdate(), first.tab.reloads()]).toEqual([null, 1]);
  first.close();

  const reloaded = await open();
  expect([reloaded.roleUpdate(), reloaded.tab.reloads()]).toEqual([null, 0]);
  reloaded.close();

  server.script.respond('token', ok(token({ tokenIdentifier: 'the next one' })));
  expect((await open()).shownUpdate()).toBe('r1');
});

it('broadcasts come first: a role update waits until the last of them is accepted', async () => {
  const { server, open } = queueWorld();
  const page = await open();
  await page.receive({ subCategoryCode: 'BROADCAST', ...broadcastOf(1) });
  server.roleUpdates.push(roleUpdateOf(1));
  await page.receive({ subCategoryCode: 'ROLE_PERMISSION_UPDATE', entityId: 'r1' });
  expect([page.broadcast(), page.roleUpdate()]).toEqual(['b1', null]);
  await page.acceptBroadcast();
  expect([page.broadcast(), page.shownUpdate()]).toEqual([null, 'r1']);
});

describe('a role update that is pending together with the last broadcast of a sign-in', () => {
  const bothPending = async () => {
    const world = queueWorld();
    world.server.broadcasts.push(broadcastOf(1));
    world.server.roleUpdates.push(roleUpdateOf(1));
    return { ...world, page: await world.open() };
  };

  it('waits for the new page', async () => {
    const { clock, page } = await bothPending();
    await page.acceptBroadcast();
    expect([page.broadcast(), page.roleUpdate(), page.tab.reloads()]).toEqual([null, null, 0]);
    await clock.advance(1_000);
    expect([page.roleUpdate(), page.tab.reloads()]).toEqual([null, 1]);
    // The new page has not come, so this one continues.
    await clock.advance(3_000);
    expect([page.shownUpdate(), page.tab.reloads()]).toEqual(['r1', 1]);
  });

  it('is shown on this page if unsaved input keeps it', async () => {
    const { clock, page } = await bothPending();
    page.tab.store.dispatch(inputBegun());
    await page.acceptBroadcast();
    await clock.advance(1_000);
    expect([page.shownUpdate(), page.tab.reloads()]).toEqual(['r1', 0]);
  });
});

it('a user with unsaved input is asked before the reload, and may finish first', async () => {
  const { clock, server, open } = queueWorld();
  server.roleUpdates.push(roleUpdateOf(1));
  const page = await open();
  page.tab.store.dispatch(changePasswordOpened());
  await page.acceptUpdate();
  expect([page.roleUpdate(), page.tab.reloads()]).toEqual([{ kind: 'unsaved' }, 0]);
  page.tab.store.dispatch(roleReloadPutOff());
  await clock.advance(100);
  expect([page.roleUpdate(), page.tab.reloads()]).toEqual([{ kind: 'putOff' }, 0]);
  page.tab.store.dispatch(roleReloadChosen());
  await clock.advance(100);
  expect(page.tab.reloads()).toBe(1);
});

describe('a reload after a change of a role asks first', () => {
  const reject = { kind: 'document', action: 'reject', ids: ['d1'] } as const;
  const typed = actionDraftChanged({ field: 'reason', text: 'The second page is missing.' });
  const file = { file: '<file:1>' as FileRef, fileName: 'week.csv', size: 9 };

  it.each<[string, readonly Action[], boolean]>([
    ['a reason typed for a record', [actionFormOpened(reject), typed], true],
    ['a reason typed earlier', [actionFormOpened(reject), typed, actionCancelled(), actionFormOpened(reject)], true],
    ['a form for a record without input', [actionFormOpened(reject)], false],
    ['a form for a record that was left', [actionFormOpened(reject), typed, actionCancelled()], false],
    ['the input of another form', [inputBegun()], true],
    ['a form whose input was saved', [inputBegun(), inputEnded()], false],
    ['recovery codes that are shown', [newCodesArrived('<secret:1>' as SecretRef)], true],
    ['recovery codes that were kept', [newCodesArrived('<secret:1>' as SecretRef), newCodesKept()], false],
    ['a factor being set up', [enrollmentBegun()], true],
    ['timesheets to be imported', [fileChosen(file)], true],
    ['timesheets that were imported', [fileChosen(file), fileImported({ imported: 3 })], false],
  ])('%s: %j %s', async (_, actions, asks) => {
    const { server, open } = queueWorld();
    server.roleUpdates.push(roleUpdateOf(1));
    const page = await open();
    await page.tab.run(function* () {
      const parts = yield* port('parts');
      yield* call(parts.add, { ...recordActionsReducers, ...securityReducers, ...timesheetImportReducers });
    });
    for (const action of actions) page.tab.store.dispatch(action);
    expect(page.tab.warnsBeforeLeaving()).toBe(asks);
    await page.acceptUpdate();
    expect([page.roleUpdate(), page.tab.reloads()]).toEqual(asks ? [{ kind: 'unsaved' }, 0] : [null, 1]);
  });
});

it('an item accepted in one tab reloads the other one, too, unless it has unsaved input', async () => {
  const { clock, server, open } = queueWorld();
  server.roleUpdates.push(roleUpdateOf(1));
  const [here, beside, typing] = [await open(), await open(), await open()];
  typing.tab.store.dispatch(changePasswordOpened());
  expect([here.shownUpdate(), beside.shownUpdate(), typing.shownUpdate()]).toEqual(['r1', 'r1', 'r1']);
  await here.acceptUpdate();
  await clock.advance(5_000);
  expect([beside.roleUpdate(), beside.tab.reloads()]).toEqual([null, 1]);
  expect([typing.roleUpdate(), typing.tab.reloads()]).toEqual([{ kind: 'putOff' }, 0]);
});

it.each([
  [false, null, 1],
  [true, { kind: 'putOff' }, 0],
])(
  'an item accepted in one tab before the other one has loaded it reloads that one, too: with unsaved input %j, %j after %i reloads',
  async (unsaved, view, reloads) => {
    const { clock, server, open } = queueWorld();
    const [here, beside] = [await open(), await open()];
    if (unsaved) beside.tab.store.dispatch(changePasswordOpened());
    const news = { subCategoryCode: 'ROLE_PERMISSION_UPDATE', entityId: 'r1' } as const;
    server.roleUpdates.push(roleUpdateOf(1));
    server.respond('fetchImmediateRoleUpdates', 'unreachable');
    await beside.receive(news);
    server.respond('fetchImmediateRoleUpdates', null);
    await here.receive(news, false);
    expect([here.shownUpdate(), beside.shownUpdate()]).toEqual(['r1', null]);
    await here.acceptUpdate();
    await clock.advance(10_000);
    expect([beside.roleUpdate(), beside.tab.reloads(), here.tab.reloads()]).toEqual([view, reloads, 1]);
  },
);

it('an acceptance that does not reach the server keeps the broadcast and shows a message', async () => {
  const { server, open } = queueWorld();
  server.broadcasts.push(broadcastOf(1));
  const page = await open();
  server.failNext('before');
  await page.acceptBroadcast();
  expect(page.broadcast()).toBe('b1');
  expect(selectBroadcast(page.tab.state())?.failure).toMatch(/has not reached the server/);
  await page.acceptBroadcast();
  expect([page.broadcast(), [...server.accepted.keys()]]).toEqual([null, ['b1']]);
});

it('a page that was not reloaded requests its queue once, not once for each queue it has had', async () => {
  const { clock, server, open } = queueWorld();
  server.broadcasts.push(broadcastOf(1));
  const page = await open();
  await page.acceptBroadcast();
  await clock.advance(5_000);
  expect(page.tab.reloads()).toBe(1);
  const requests = () => page.tab.sent.filter(({ endpoint }) => endpoint === 'fetchImmediateBroadcasts').length;
  const before = requests();
  page.tab.signal('online');
  await clock.advance(1_000);
  expect(requests() - before).toBe(1);
});

it('another user’s stored queue is not requested, and invalid storage counts as none', async () => {
  const { server, browser, open } = queueWorld();
  browser.storage.set('pendingBroadcasts', JSON.stringify({ owner: 'somebody else', entityIds: ['theirs'] }));
  browser.storage.set('pendingRoleUpdates', '{"owner":');
  const page = await open();
  const requests = page.tab.sent.filter(({ endpoint }) => endpoint.startsWith('fetchImmediate'));
  expect(requests.map(({ body }) => body?.['entityIds'])).toEqual([[], []]);
  expect([page.broadcast(), page.roleUpdate(), server.accepted.size]).toEqual([null, null, 0]);
});
