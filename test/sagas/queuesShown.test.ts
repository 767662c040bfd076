/** How a broadcast appears on the screen and disappears: live, and in all tabs. */
import {
  selectBroadcast,
  selectPendingBroadcasts,
  selectBroadcastShown,
} from '../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { selectRoleUpdate } from '../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { deadlineWords } from '../../sagas/features/mustAccept/broadcasts/deadline.rules';
import { recordsChanged } from '../../sagas/features/realtime/realtime.slice';
import { queuedFrom } from '../../sagas/features/mustAccept/broadcasts/live.rules';
import { peerSettled } from '../../sagas/session/tabs/peers.saga';
import { callEndedSession, signOutRequested } from '../../sagas/session/session.events';
import { selectIsActive } from '../../sagas/session/session.selectors';
import { notificationOf } from '../support/notificationServer';
import { broadcastOf, roleUpdateOf } from '../support/queueServer';
import { queueWorld } from '../support/queueWorld';
import { apiError } from '../support/scriptedServer';

type World = ReturnType<typeof queueWorld>;
type Page = Awaited<ReturnType<World['open']>>;
const live = { subCategoryCode: 'BROADCAST', displayFrequency: 'IMMEDIATE', tenantId: 'o1', entityId: 'b7' } as const;
const view = ({ tab }: Page) => selectBroadcast(tab.state());

describe('a notification that arrives live', () => {
  it('opens with everything that its reader must see', () => {
    const {
      id: _id,
      sequence: _sequence,
      ...content
    } = notificationOf(7, {
      ...live,
      documentName: 'Terms.pdf',
      forceLogout: true,
      sender: 'Meridian',
      acceptBy: '2026-01-16T08:00:00.000Z',
    });
    expect(queuedFrom({ ...notificationOf(7), ...content })).toEqual({
      entityId: 'b7',
      tenantId: 'o1',
      subject: 'Subject 7',
      template: '<p>Text 7</p>',
      displayFrequency: 'IMMEDIATE',
      documentName: 'Terms.pdf',
      stickyNotification: false,
      releaseNotes: false,
      forceLogout: true,
      notificationDate: '2026-01-15T08:00:07.000Z',
      notificationDateWithZone: '01-15-2026 08:00:00 UTC ',
      sender: 'Meridian',
      acceptBy: '2026-01-16T08:00:00.000Z',
    });
  });

  it.each([
    ['a broadcast', {}, true],
    ['release notes', { subCategoryCode: 'RELEASE_NOTES' }, true],
    ['another notification', { subCategoryCode: 'ROLE_PERMISSION_UPDATE' }, false],
    ['one for the next sign-in', { displayFrequency: 'NEXT_LOGIN' }, false],
    ['one for each sign-in', { displayFrequency: 'EVERY_LOGIN' }, false],
    ['one of no organization', { tenantId: null }, false],
  ] as const)('%s opens immediately: %j %s', (_, facts, opens) => {
    expect(queuedFrom(notificationOf(7, { ...live, ...facts })) !== null).toBe(opens);
  });

  it('forces a logout only if its sender chose that', () => {
    expect(queuedFrom(notificationOf(7, live))?.forceLogout).toBe(false);
  });

  it('is on the screen immediately, and disappears without a reload once accepted', async () => {
    const { clock, server, open } = queueWorld();
    const page = await open();
    server.broadcasts.push(broadcastOf(1));
    await page.receive({ ...live, ...broadcastOf(1) });
    expect(page.broadcast()).toBe('b1');
    await page.acceptBroadcast();
    await clock.advance(5_000);
    expect([page.broadcast(), page.tab.reloads(), [...server.accepted.keys()]]).toEqual([null, 0, ['b1']]);
  });

  it('that was missed is not shown briefly: the server decides whether it is still pending', async () => {
    const { server, open } = queueWorld();
    const page = await open();
    const shown: (string | null)[] = [];
    page.tab.store.subscribe(() => void shown.push(page.broadcast()));
    await page.receive({ ...live, ...broadcastOf(1) }, false);
    expect(shown.filter((each) => each !== null)).toEqual([]);
    server.broadcasts.push(broadcastOf(2));
    await page.receive({ ...live, ...broadcastOf(2) }, false);
    expect(page.broadcast()).toBe('b2');
  });
});

describe('a notification that comes back from a snooze', () => {
  it.each([
    ['was accepted', {}],
    ['was accepted and forced a logout', { forceLogout: true }],
  ])('shows no dialog if its broadcast %s', async (_, facts) => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, facts));
    server.accepted.set('b1', 1);
    const page = await open();
    const shown: (string | null)[] = [];
    page.tab.store.subscribe(() => void shown.push(page.broadcast()));
    await page.receiveAgain({ ...live, ...broadcastOf(1, facts) });
    await clock.advance(5_000);
    expect(shown.filter((each) => each !== null)).toEqual([]);
    expect([selectIsActive(page.tab.state()), page.tab.reloads()]).toEqual([true, 0]);
  });

  it('keeps the dialog of a broadcast that is still pending, and opens one that was missed', async () => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1));
    const page = await open();
    await page.receiveAgain({ ...live, ...broadcastOf(1) });
    expect(page.broadcast()).toBe('b1');
    await page.acceptBroadcast();
    server.broadcasts.push(broadcastOf(2));
    await page.receiveAgain({ ...live, ...broadcastOf(2) });
    expect(page.broadcast()).toBe('b2');
  });
});

describe('a broadcast that its sender ends', () => {
  it('disappears from an open page without being accepted', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, { displayFrequency: 'EVERY_LOGIN' }));
    const page = await open();
    expect(page.broadcast()).toBe('b1');
    server.broadcasts.splice(0);
    await page.dispatch(recordsChanged({ ids: ['b1'] }));
    await clock.advance(5_000);
    expect([page.broadcast(), page.tab.reloads(), server.accepted.size]).toEqual([null, 0, 0]);
  });
});

describe('the deadline of a broadcast', () => {
  const [FIRST, LATER] = ['2026-01-16T08:00:00.000Z', '2026-01-17T08:00:00.000Z'];

  it('is that of the live message, and is updated in every tab when its sender changes it', async () => {
    const { clock, server, open } = queueWorld();
    const [page, beside] = [await open(), await open()];
    server.broadcasts.push(broadcastOf(1, { acceptBy: FIRST }), broadcastOf(2));
    for (const each of [page, beside]) await each.receive({ ...live, ...broadcastOf(1, { acceptBy: FIRST }) });
    expect(view(page)?.broadcast.acceptBy).toBe(FIRST);
    server.broadcasts[0] = broadcastOf(1, { acceptBy: LATER });
    for (const each of [page, beside]) each.tab.store.dispatch(recordsChanged({ ids: ['b9', 'b1'] }));
    await clock.advance(500);
    const fresh = await open();
    const shown = [page, beside, fresh].map(({ tab }) => selectPendingBroadcasts(tab.state()));
    expect(shown).toEqual([server.broadcasts, server.broadcasts, server.broadcasts]);
    expect(view(page)?.broadcast.acceptBy).toBe(LATER);
  });

  it('is not reloaded by other changes', async () => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1));
    const page = await open();
    const before = page.sent('fetchImmediateBroadcasts').length;
    await page.dispatch(recordsChanged({ ids: ['b2'] }));
    expect(page.sent('fetchImmediateBroadcasts').length).toBe(before);
  });

  it.each([
    [-(3 * 24 * 60 + 4 * 60) * 60_000, 'Accept by', 'in 3 d 4 h'],
    [-(2 * 60 + 10) * 60_000 - 59_999, 'Accept by', 'in 2 h 10 min'],
    [-24 * 3_600_000 + 1, 'Accept by', 'in 23 h 59 min'],
    [-60_000, 'Accept by', 'in 1 min'],
    [-1, 'Accept by', 'in less than a minute'],
    [0, 'Overdue since', 'for less than a minute'],
    [3_600_000, 'Overdue since', 'for 1 h 0 min'],
    [86_400_000, 'Overdue since', 'for 1 d 0 h'],
  ])('%d ms after it: %s … (%s)', (after, label, distance) => {
    expect(deadlineWords(FIRST, Date.parse(FIRST) + after)).toMatchObject({ label, distance });
  });

  it('is in the reader’s time zone', () => {
    const there = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
    const words = there.format(Date.parse(FIRST)).replace(/\s/g, ' ');
    expect(deadlineWords(FIRST, 0).moment.replace(/\s/g, ' ')).toContain(words);
  });
});

describe('the dialog', () => {
  it('is hidden before sign-in', () => {
    const state = { machines: {} };
    expect([selectBroadcast(state), selectBroadcastShown(state), selectRoleUpdate(state)]).toEqual([null, false, null]);
  });

  it('keeps the item on screen when an older one arrives, which comes next', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(2));
    const page = await open();
    server.broadcasts.unshift(broadcastOf(1));
    server.roleUpdates.push(roleUpdateOf(2));
    await page.look();
    expect(page.broadcast()).toBe('b2');
    await page.acceptBroadcast();
    expect(page.broadcast()).toBe('b1');
    await page.acceptBroadcast();
    // The page reloads after the broadcasts of a sign-in; the new one has not come, so this one continues.
    await clock.advance(4_000);
    expect(page.shownUpdate()).toBe('r2');
    server.roleUpdates.unshift(roleUpdateOf(1));
    await page.look();
    expect(page.shownUpdate()).toBe('r2');
  });

  it('shows how many wait behind the broadcast, and whether it is being accepted', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1), broadcastOf(2), broadcastOf(3));
    const page = await open();
    expect(view(page)).toMatchObject({ waiting: 2, busy: false, failure: null, failureId: 0 });
    await page.acceptBroadcast(10);
    expect(view(page)).toMatchObject({ broadcast: { entityId: 'b1' }, waiting: 2, busy: true });
    await clock.advance(500);
    expect(view(page)).toMatchObject({ broadcast: { entityId: 'b2' }, waiting: 1, busy: false });
  });

  it('says the same for role updates', async () => {
    const { clock, server, open } = queueWorld();
    server.roleUpdates.push(roleUpdateOf(1), roleUpdateOf(2));
    const page = await open();
    expect(page.roleUpdate()).toMatchObject({
      kind: 'update',
      update: { roleName: 'Recruiter' },
      waiting: 1,
      busy: false,
    });
    await page.acceptUpdate(10);
    expect(page.roleUpdate()).toMatchObject({ waiting: 1, busy: true });
    await clock.advance(500);
    expect(page.roleUpdate()).toMatchObject({ update: { entityId: 'r2' }, waiting: 0, busy: false });
  });

  it('keeps the broadcast whose acceptance is in flight, even if another tab accepts it in the meantime', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1), broadcastOf(2));
    const page = await open();
    await page.acceptBroadcast(10);
    await page.dispatch(settled('broadcasts', 'b1'), 10);
    expect(view(page)).toMatchObject({ broadcast: { entityId: 'b1' }, waiting: 1 });
    await clock.advance(500);
    expect(view(page)).toMatchObject({ broadcast: { entityId: 'b2' }, waiting: 0 });
  });

  it('announces each failure, also a repeated one', async () => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1));
    const page = await open();
    server.failNext('before', 'before');
    await page.acceptBroadcast();
    const first = view(page);
    await page.acceptBroadcast();
    expect(first?.failure).toBe(
      'Your acceptance has not reached the server. The server cannot be reached. Check your connection and try again.',
    );
    expect([view(page)?.failure, view(page)?.failureId]).toEqual([first?.failure, (first?.failureId ?? 0) + 1]);
  });
});

const settled = (queue: 'broadcasts' | 'roleUpdates', entityId: string) =>
  peerSettled({ type: 'settled', tokenIdentifier: 'mine', queue, entityId });

describe('accepting', () => {
  it('counts for a broadcast that its reader can no longer see', async () => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1), broadcastOf(2));
    const page = await open();
    server.respond('markBroadcastViewed', apiError(404, 'not.found'));
    await page.acceptBroadcast();
    expect(page.broadcast()).toBe('b2');
  });

  it.each([
    ['a refusal', apiError(409, 'conflict')],
    ['a fault', apiError(500, 'server.error')],
    ['a proxy without a word for it', { status: 404, body: null, retryAfterSeconds: null }],
  ])('does not count with %s', async (_, reply) => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1), broadcastOf(2));
    const page = await open();
    server.respond('markBroadcastViewed', reply);
    await page.acceptBroadcast();
    expect([page.broadcast(), view(page)?.failure]).toEqual([
      'b1',
      expect.stringMatching(/has not reached the server/),
    ]);
  });

  it('is sent to the server with the reader, the broadcast and its organization', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, { tenantId: 'o9' }));
    server.roleUpdates.push(roleUpdateOf(1));
    const page = await open();
    await page.acceptBroadcast();
    // The page reloads after the broadcasts of a sign-in; the new one has not come, so this one continues.
    await clock.advance(4_000);
    await page.acceptUpdate();
    expect(page.sent('markBroadcastViewed').map(({ body }) => body)).toEqual([
      { userId: 'u1', entityId: 'b1', tenantId: 'o9' },
    ]);
    expect(page.sent('markRoleUpdateRead').map(({ body }) => body)).toEqual([{ userId: 'u1', entityId: 'r1' }]);
  });

  it('in one tab removes the broadcast from the others, which make no calls', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1));
    const [here, beside] = [await open(), await open()];
    expect(beside.broadcast()).toBe('b1');
    await here.acceptBroadcast();
    await clock.advance(100);
    expect([
      beside.broadcast(),
      beside.sent('markBroadcastViewed'),
      beside.sent('fetchImmediateBroadcasts').length,
    ]).toEqual([null, [], 1]);
  });

  it('in another tab affects only the right queue, even with equal ids', async () => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1));
    server.roleUpdates.push({ ...roleUpdateOf(1), entityId: 'b1' });
    const page = await open();
    await page.dispatch(settled('roleUpdates', 'b1'));
    expect(page.broadcast()).toBe('b1');

    const second = queueWorld();
    second.server.broadcasts.push(broadcastOf(1));
    second.server.roleUpdates.push({ ...roleUpdateOf(1), entityId: 'b1' });
    const other = await second.open();
    await other.dispatch(settled('broadcasts', 'b1'));
    expect([other.broadcast(), other.shownUpdate()]).toEqual([null, 'b1']);
  });

  it('a broadcast that forces a logout ends the session first, shows why, and loads the sign-in page once', async () => {
    const { clock, server, browser, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, { forceLogout: true }), broadcastOf(2));
    const page = await open();
    const tooEarly: string[] = [];
    page.tab.store.subscribe(() => {
      if (page.tab.reloads() > 0 && selectIsActive(page.tab.state())) tooEarly.push('reloaded while signed in');
    });
    await page.acceptBroadcast();
    await clock.advance(5_000);
    expect(selectIsActive(page.tab.state())).toBe(false);
    expect([page.tab.reloads(), browser.storage.get('signedOutReason'), tooEarly]).toEqual([1, 'forced', []]);
  });

  it.each([
    ['is still on its way', []],
    ['was lost', ['after']],
  ] as const)('it does so, too, if the session is reported over while the answer %s', async (_, faults) => {
    const { clock, server, browser, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, { forceLogout: true }));
    const page = await open();
    server.failNext(...faults);
    await page.acceptBroadcast(faults.length > 0 ? 500 : 30);
    await page.dispatch(callEndedSession({ reason: 'forced' }), 5_000);
    expect(selectIsActive(page.tab.state())).toBe(false);
    expect([page.tab.reloads(), browser.storage.get('signedOutReason')]).toEqual([1, 'forced']);
    await clock.advance(60_000);
    expect(page.tab.reloads()).toBe(1);
  });

  it('it does so once if it was accepted again after a failure', async () => {
    const { clock, server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, { forceLogout: true }));
    const page = await open();
    server.failNext('before');
    await page.acceptBroadcast();
    await page.acceptBroadcast();
    await clock.advance(5_000);
    expect(page.tab.reloads()).toBe(1);
  });

  it('it does not if the acceptance failed and the user signs out', async () => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, { forceLogout: true }));
    const page = await open();
    server.failNext('before');
    await page.acceptBroadcast();
    await page.dispatch(signOutRequested(), 5_000);
    expect([selectIsActive(page.tab.state()), page.tab.reloads()]).toEqual([false, 0]);
  });
});
