/**
 * What arrived while the user was away: summarized, updated, linked to exactly what was counted, dismissed for good.
 */
import type { Notification } from '../../contract/notifications/notification';
import {
  awayDismissed,
  awayLinkOpened,
  awayText,
  selectAway,
} from '../../sagas/features/notifications/away/away.slice';
import { findToggled, selectFind } from '../../sagas/features/notifications/panel/find.slice';
import { bellPressed, rowChanged } from '../../sagas/features/notifications/notifications.intents';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';
import { peerSettled } from '../../sagas/session/tabs/peers.saga';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';
import { openTab, type Tab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => Promise.all([import('../../sagas/app/shell.saga'), import('../../sagas/app/lateParts')]));

const UNTIL = '2026-01-15T08:00:00.000Z';
const NOTIFIED: readonly Partial<Notification>[] = [
  { subject: 'Before' },
  { subject: 'Ada', recordKey: 'submission:ada' },
  { subject: 'Bob' },
  { subject: 'Hours', subCategoryCode: 'TIMESHEET_DISPUTED' },
  { subject: 'Live' },
];

async function back({ isAway = true, fails = false } = {}) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  const browser = createBrowser(clock);
  server.notify(...NOTIFIED);
  if (isAway) {
    server.script.respond('userInfo', ok({ ...USER, awayUntil: UNTIL }));
    server.wasAway(2, 4);
  }
  if (fails) server.script.respond('whileAway', apiError(503, 'service.unavailable'));
  const open = async () => {
    const opened = openTab({ clock, browser, answer: server.answer, socket: server.socket });
    opened.start();
    await untilBellKnown(opened, clock);
    return opened;
  };
  const tab = await open();
  const wait = async (ms: number) => {
    // Late parts load in no time.
    for (let turns = 0; turns < 30; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
  };
  await wait(300);
  await wait(300);
  const act = async (action: Parameters<typeof tab.store.dispatch>[0]) => {
    tab.store.dispatch(action);
    await wait(300);
    await wait(300);
  };
  const text = (of = tab) => {
    const away = selectAway(of.state());
    return away === null ? null : awayText(away);
  };
  const found = () => selectFind(tab.state()).items?.map(({ subject }) => subject);
  const requestsTo = (endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint);
  return { clock, server, open, tab, wait, act, text, found, requestsTo };
}

test('summarizes what arrived and what waits, and sends no requests if the user was not away', async () => {
  const { text, tab } = await back();
  expect(text()).toBe('3 arrived, 3 are still open.');
  expect(selectAway(tab.state())?.kinds.map(({ kind, tab: of, waiting }) => [kind, of, waiting])).toEqual([
    ['SUBMISSION_CREATED', 'SUBMISSIONS', 2],
    ['TIMESHEET_DISPUTED', 'BACK_OFFICE', 1],
  ]);
  const here = await back({ isAway: false });
  expect([here.text(), here.requestsTo('whileAway')]).toEqual([null, []]);
});

test('each number opens exactly its rows, whether the panel is closed, open, or filtered', async () => {
  const { act, found, tab } = await back();
  await act(awayLinkOpened({ kind: 'TIMESHEET_DISPUTED' }));
  expect([found(), selectPanel(tab.state()).tab, selectFind(tab.state()).wanted]).toEqual([
    ['Hours'],
    'BACK_OFFICE',
    { words: '', person: '', facility: '', kind: 'TIMESHEET_DISPUTED', from: '', to: '', away: 'yes' },
  ]);
  await act(awayLinkOpened({ kind: 'SUBMISSION_CREATED' }));
  expect([found(), selectPanel(tab.state()).tab]).toEqual([['Bob', 'Ada'], 'SUBMISSIONS']);
  await act(findToggled());
  await act(awayLinkOpened({ kind: null }));
  expect(found()).toEqual(['Hours', 'Bob', 'Ada']);
});

test('done items are no longer counted; marking everything as read by opening the panel leaves them open', async () => {
  const { act, wait, text, tab, found } = await back();
  await act(bellPressed());
  await wait(2_000);
  expect(text()).toBe('3 arrived, 3 are still open.');
  await act(awayLinkOpened({ kind: null }));
  const item = (subject: string) => selectFind(tab.state()).items!.find((each) => each.subject === subject)!;
  await act(rowChanged({ id: item('Hours').id, patch: { done: true } }));
  await act(rowChanged({ id: item('Ada').id, patch: { read: true } }));
  await wait(2_000);
  expect(text()).toBe('3 arrived, 1 is still open.');
  await act(awayLinkOpened({ kind: 'SUBMISSION_CREATED' }));
  expect(found()).toEqual(['Bob']);
  await act(rowChanged({ id: item('Bob').id, patch: { done: true } }));
  await wait(2_000);
  expect(text()).toBe('3 arrived, none are still open.');
});

test('a dismissed summary stays dismissed, for any later changes', async () => {
  const { act, wait, text, requestsTo, server } = await back();
  await act(awayDismissed({ until: UNTIL }));
  expect([text(), requestsTo('dismissAway').map(({ body }) => body)]).toEqual([null, [{ until: UNTIL }]]);
  server.notify({ subject: 'Later' });
  await act(bellPressed());
  await act(rowChanged({ id: server.log[1]!.notification!.id, patch: { done: true } }));
  await wait(2_000);
  expect([text(), requestsTo('whileAway').length]).toEqual([null, 1]);
});

test('a failed load is repeated with the next change', async () => {
  const { act, wait, text, server } = await back({ fails: true });
  expect(text()).toBeNull();
  server.script.clearResponse('whileAway');
  await act(bellPressed());
  await act(rowChanged({ id: server.log[4]!.notification!.id, patch: { done: true } }));
  await wait(2_000);
  expect(text()).toBe('3 arrived, 3 are still open.');
  await act(awayDismissed({ until: UNTIL }));
  expect(text()).toBeNull();
});

describe('dismissed in one tab', () => {
  const dismissals = (dismissed: Tab) => dismissed.sent.filter(({ endpoint }) => endpoint === 'dismissAway').length;

  test('a dismissal is sent to other tabs immediately, also if the server is unreachable, and they do not repeat it', async () => {
    const { open, tab, text, wait, server, clock } = await back();
    const beside = await open();
    await wait(300);
    expect([text(), text(beside)]).toEqual(['3 arrived, 3 are still open.', '3 arrived, 3 are still open.']);
    server.script.respond('dismissAway', 'hang');
    tab.store.dispatch(awayDismissed({ until: UNTIL }));
    await clock.advance(10);
    expect([text(), text(beside), dismissals(tab), dismissals(beside)]).toEqual([null, null, 1, 0]);
    await wait(2_000);
    expect(dismissals(beside)).toBe(0);
  });

  test('it is not shown in a tab that was just loading it', async () => {
    const { open, tab, text, wait, server, clock } = await back();
    server.script.respond('whileAway', 'hang');
    const beside = await open();
    await wait(300);
    expect([text(beside), beside.sent.some(({ endpoint }) => endpoint === 'whileAway')]).toEqual([null, true]);
    tab.store.dispatch(awayDismissed({ until: UNTIL }));
    await clock.advance(10);
    beside.store.dispatch(awayLinkOpened({ kind: null }));
    await wait(300);
    // Nothing continues there.
    expect([text(beside), selectPanel(beside.state()).open]).toEqual([null, false]);
  });

  test('another absence stays', async () => {
    const { tab, text, wait } = await back();
    const message = { type: 'settled', tokenIdentifier: 'mine', queue: 'away' } as const;
    tab.store.dispatch(peerSettled({ ...message, entityId: '2026-01-14T08:00:00.000Z' }));
    tab.store.dispatch(peerSettled({ ...message, queue: 'broadcasts', entityId: UNTIL }));
    await wait(100);
    expect([text(), dismissals(tab)]).toEqual(['3 arrived, 3 are still open.', 0]);
    tab.store.dispatch(peerSettled({ ...message, entityId: UNTIL }));
    expect([text(), dismissals(tab)]).toEqual([null, 0]);
  });
});
