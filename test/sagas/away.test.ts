/** What came while somebody was away: summed up, kept up to date, followed to exactly what was counted, dismissed for good. */
import type { Notification } from '../../contract/notifications/notification';
import { awayDismissed, awayFollowed, awayText, selectAway } from '../../sagas/features/notifications/away/away.slice';
import { findToggled, selectFind } from '../../sagas/features/notifications/panel/find.slice';
import { bellPressed, rowChanged } from '../../sagas/features/notifications/notifications.intents';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => Promise.all([import('../../sagas/app/shell.saga'), import('../../sagas/app/lateParts')]));

const TOLD: readonly Partial<Notification>[] = [
  { subject: 'Before' },
  { subject: 'Ada', thing: 'submission:ada' },
  { subject: 'Bob' },
  { subject: 'Hours', subCategoryCode: 'TIMESHEET_DISPUTED' },
  { subject: 'Live' },
];

async function back({ isAway = true, fails = false } = {}) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.tell(...TOLD);
  if (isAway) {
    server.script.say('userInfo', ok({ ...USER, awayUntil: '2026-01-15T08:00:00.000Z' }));
    server.wasAway(2, 4);
  }
  if (fails) server.script.say('whileAway', apiError(503, 'service.unavailable'));
  const tab = openTab({ clock, browser: createBrowser(clock), answer: server.answer, socket: server.socket });
  tab.start();
  await untilBellKnown(tab, clock);
  const wait = async (ms: number) => {
    // Late parts take no time of the clock.
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
  const text = () => {
    const away = selectAway(tab.state());
    return away === null ? null : awayText(away);
  };
  const found = () => selectFind(tab.state()).items?.map(({ subject }) => subject);
  const asked = (endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint);
  return { clock, server, tab, wait, act, text, found, asked };
}

test('sums up what came and what waits, and asks nothing of those who were not away', async () => {
  const { text, tab } = await back();
  expect(text()).toBe('3 came, 3 still wait.');
  expect(selectAway(tab.state())?.kinds.map(({ kind, tab: of, waiting }) => [kind, of, waiting])).toEqual([
    ['SUBMISSION_CREATED', 'SUBMISSIONS', 2],
    ['TIMESHEET_DISPUTED', 'BACK_OFFICE', 1],
  ]);
  const here = await back({ isAway: false });
  expect([here.text(), here.asked('whileAway')]).toEqual([null, []]);
});

test('each number leads to exactly its rows, whether the panel is closed, open, or searched already', async () => {
  const { act, found, tab } = await back();
  await act(awayFollowed({ kind: 'TIMESHEET_DISPUTED' }));
  expect([found(), selectPanel(tab.state()).tab, selectFind(tab.state()).wanted]).toEqual([
    ['Hours'],
    'BACK_OFFICE',
    { words: '', person: '', facility: '', kind: 'TIMESHEET_DISPUTED', from: '', to: '', away: 'yes' },
  ]);
  await act(awayFollowed({ kind: 'SUBMISSION_CREATED' }));
  expect([found(), selectPanel(tab.state()).tab]).toEqual([['Bob', 'Ada'], 'SUBMISSIONS']);
  await act(findToggled());
  await act(awayFollowed({ kind: null }));
  expect(found()).toEqual(['Hours', 'Bob', 'Ada']);
});

test('what is done is not counted any more; reading everything by opening the panel leaves it waiting', async () => {
  const { act, wait, text, tab, found } = await back();
  await act(bellPressed());
  await wait(2_000);
  expect(text()).toBe('3 came, 3 still wait.');
  await act(awayFollowed({ kind: null }));
  const item = (subject: string) => selectFind(tab.state()).items!.find((each) => each.subject === subject)!;
  await act(rowChanged({ id: item('Hours').id, patch: { done: true } }));
  await act(rowChanged({ id: item('Ada').id, patch: { read: true } }));
  await wait(2_000);
  expect(text()).toBe('3 came, 1 still waits.');
  await act(awayFollowed({ kind: 'SUBMISSION_CREATED' }));
  expect(found()).toEqual(['Bob']);
  await act(rowChanged({ id: item('Bob').id, patch: { done: true } }));
  await wait(2_000);
  expect(text()).toBe('3 came, none still waits.');
});

test('what is dismissed stays away, whatever changes later', async () => {
  const { act, wait, text, asked, server } = await back();
  await act(awayDismissed());
  expect([text(), asked('dismissAway').map(({ body }) => body)]).toEqual([
    null,
    [{ until: '2026-01-15T08:00:00.000Z' }],
  ]);
  server.tell({ subject: 'Later' });
  await act(bellPressed());
  await act(rowChanged({ id: server.log[1]!.notification!.id, patch: { done: true } }));
  await wait(2_000);
  expect([text(), asked('whileAway').length]).toEqual([null, 1]);
});

test('what cannot be loaded is shown with the next change', async () => {
  const { act, wait, text, server } = await back({ fails: true });
  expect(text()).toBeNull();
  server.script.forget('whileAway');
  await act(bellPressed());
  await act(rowChanged({ id: server.log[4]!.notification!.id, patch: { done: true } }));
  await wait(2_000);
  expect(text()).toBe('3 came, 3 still wait.');
  await act(awayDismissed());
  expect(text()).toBeNull();
});
