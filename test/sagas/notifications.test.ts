/** The bell, the panel and the toasts over the real root saga, in one tab and in several. */
import { apiError, ok } from '../support/scriptedServer';
import { USER } from '../support/user';
import { machineMoved } from '../../sagas/base/runtime/machines.slice';
import {
  bellPressed,
  moreRequested,
  panelClosed,
  panelRetried,
  panelTabChosen,
  popupToggled,
  rowChanged,
  searchSubmitted,
  toastDismissed,
  toastFollowed,
  toastsHeld,
  toastsReleased,
  undoPressed,
} from '../../sagas/features/notifications/notifications.intents';
import { selectStaleness } from '../../sagas/features/realtime/realtime.slice';
import { createNotificationServer, notificationOf } from '../support/notificationServer';
import { createBrowser, type Browser } from '../support/browser';
import { openTab, type Tab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';
import {
  selectBadge,
  selectPanelTabs,
  selectPanelView,
} from '../../sagas/features/notifications/panel/panel.selectors';
import { SUMMARY_ID } from '../../sagas/features/notifications/toasts/toastQueue';
import { selectPopup, selectToasts, announced } from '../../sagas/features/notifications/toasts/toasts.slice';

/** Compiled before the first test counts its time. */
beforeAll(() => import('../../sagas/app/shell.saga'));

async function world(tellFirst = 0) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  for (let count = 0; count < tellFirst; count += 1) server.tell({});
  const browser = createBrowser(clock);
  const open = async (of: Browser = browser): Promise<Tab> => {
    const tab = openTab({ clock, browser: of, answer: server.answer, socket: server.socket });
    tab.start();
    await loaded(tab, clock);
    return tab;
  };
  return { clock, server, browser, open };
}

async function loaded(tab: Tab, clock: ReturnType<typeof createVirtualClock>): Promise<void> {
  await untilBellKnown(tab, clock);
  await clock.advance(500);
}

const staleness = (tab: Tab) => selectStaleness(tab.state());
const badge = (tab: Tab) => selectBadge(tab.state());
/** The marks of the tabs that nobody has looked at. */
const fresh = (tab: Tab) =>
  Object.fromEntries(
    selectPanelTabs(tab.state()).flatMap((each) => (each.fresh > 0 ? [[each.tab, each.fresh] as const] : [])),
  );
const toasts = (tab: Tab) => selectToasts(tab.state())!;
const shownIds = (tab: Tab) => toasts(tab).shown.map(({ id }) => id);
const view = (tab: Tab) => selectPanelView(tab.state());
const calls = (tab: Tab, endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint).length;
const press = (tab: Tab, action: Parameters<Tab['store']['dispatch']>[0]) => void tab.store.dispatch(action);

describe('the panel', () => {
  it('resets all counts at once, selects Submissions, marks read by the server’s date and keeps the new ones marked', async () => {
    const { clock, server, open } = await world(3);
    const tab = await open();
    server.tell({ subCategoryCode: 'NEW_JOB_POSTED' });
    await clock.advance(300);
    expect(badge(tab)).toBe(4);

    press(tab, bellPressed());
    expect([badge(tab), view(tab).tab, view(tab).items.length]).toEqual([0, 'SUBMISSIONS', 3]);
    expect(view(tab).markedAfter).toBe(0);
    await clock.advance(500);
    expect(calls(tab, 'updateLastRead')).toBe(1);
    const { feed } = tab.state().notifications!;
    expect([badge(tab), feed.lastReadDate]).toEqual([0, server.log.at(-1)!.readDate]);
    expect([view(tab).markedAfter, fresh(tab)]).toEqual([0, { JOBSORDERS: 1 }]);

    server.tell({});
    await clock.advance(300);
    expect([badge(tab), view(tab).items.length]).toEqual([1, 4]);
    expect(tab.faults).toEqual([]);
  });

  it('a double press makes one request', async () => {
    const { clock, open } = await world(2);
    const tab = await open();
    press(tab, bellPressed());
    press(tab, bellPressed());
    await clock.advance(500);
    expect(calls(tab, 'updateLastRead')).toBe(1);
  });

  it('rolls the counts back where the call fails, says so, and Retry puts it right', async () => {
    const { clock, server, open } = await world(5);
    const tab = await open();
    server.script.say('updateLastRead', apiError(503, 'service.unavailable'));
    press(tab, bellPressed());
    expect(badge(tab)).toBe(0);
    await clock.advance(500);
    expect([badge(tab), view(tab).failure?.kind]).toEqual([5, 'unavailable']);

    server.script.forget('updateLastRead');
    press(tab, panelRetried());
    await clock.advance(500);
    expect([badge(tab), view(tab).failure, server.log.at(-1)!.readDate === undefined]).toEqual([0, null, false]);
  });

  it('where the first list did not come it says so, and Retry brings it', async () => {
    const { clock, server, open } = await world(2);
    server.script.say('userNotifications', apiError(503, 'service.unavailable'));
    const tab = await open();
    expect(tab.state().notifications!.feed.known).toBe(false);
    press(tab, bellPressed());
    expect(view(tab).face).toBe('loading');
    await clock.advance(500);
    expect(view(tab).face).toBe('failed');
    server.script.forget('userNotifications');
    press(tab, panelRetried());
    await clock.advance(500);
    expect([view(tab).face, view(tab).items.length, badge(tab)]).toEqual(['full', 2, 0]);
  });

  it('pages by date and id without repeating what came in meanwhile; a second press asks for nothing', async () => {
    const { clock, server, open } = await world(60);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
    press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
    server.tell({});
    await clock.advance(500);
    expect(calls(tab, 'searchUserNotifications')).toBe(1);
    const { items, more } = view(tab);
    expect([items.length, new Set(items.map(({ id }) => id)).size, more]).toEqual([51, 51, true]);
  });

  it('searches each tab for itself; a late answer to an older keyword is not shown', async () => {
    const { clock, server, open } = await world(30);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'Subject 1' }));
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'Subject 30' }));
    expect(view(tab).face).toBe('loading');
    await clock.advance(500);
    expect(view(tab).items.map(({ subject }) => subject)).toEqual(['Subject 30']);
    press(tab, panelTabChosen({ tab: 'COMPLIANCE' }));
    expect([view(tab).keyword, view(tab).face]).toEqual([null, 'empty']);
    press(tab, panelTabChosen({ tab: 'SUBMISSIONS' }));
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: '' }));
    expect([view(tab).keyword, view(tab).items.length]).toEqual([null, 25]);
    server.script.say('searchUserNotifications', 'unreachable');
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'x' }));
    await clock.advance(500);
    expect([view(tab).face, view(tab).moreFailure?.kind]).toEqual(['failed', 'unreachable']);
    press(tab, panelClosed());
    press(tab, bellPressed());
    expect(view(tab).keyword).toBeNull();
  });

  it('reading on another device empties the bell here', async () => {
    const { clock, server, open } = await world(4);
    const here = await open();
    const there = await open(createBrowser(clock));
    press(there, bellPressed());
    await clock.advance(500);
    expect([badge(here), badge(there)]).toEqual([0, 0]);
    expect(server.openSockets()).toBe(2);
  });
});

describe('toasts', () => {
  it('show in one of several tabs only: the one looked at last, and another one when that is closed', async () => {
    const { clock, server, open } = await world();
    const [first, second] = [await open(), await open()];
    server.tell({});
    await clock.advance(300);
    expect([shownIds(first).length, shownIds(second).length]).toEqual([0, 1]);
    first.attention.focus();
    server.tell({});
    await clock.advance(300);
    expect([shownIds(first).length, shownIds(second).length]).toEqual([1, 1]);
    first.attention.close();
    server.tell({});
    await clock.advance(300);
    expect([shownIds(first).length, shownIds(second).length]).toEqual([1, 2]);
    expect([badge(first), badge(second), server.openSockets()]).toEqual([3, 3, 1]);
  });

  it('live 5 s, and the clock stands still while held or hidden', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.tell({});
    await clock.advance(10);
    await clock.advance(4_980);
    expect(shownIds(tab)).toHaveLength(1);
    await clock.advance(60);
    expect(shownIds(tab)).toHaveLength(0);

    server.tell({});
    await clock.advance(3_010);
    press(tab, toastsHeld());
    await clock.advance(60_000);
    press(tab, toastsReleased());
    tab.attention.hide();
    await clock.advance(60_000);
    expect(shownIds(tab)).toHaveLength(1);
    tab.attention.focus();
    await clock.advance(1_500);
    expect(shownIds(tab)).toHaveLength(1);
    await clock.advance(600);
    expect(shownIds(tab)).toHaveLength(0);
  });

  it('a sticky one stays', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.tell({ stickyNotification: true });
    await clock.advance(3_600_000);
    expect(shownIds(tab)).toHaveLength(1);
  });

  it('a burst of 200: 3 toasts and a summary, all in the panel, the bell moves at most 4 times a second', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    const seen = [badge(tab)];
    const stop = tab.store.subscribe(() => badge(tab) !== seen.at(-1) && seen.push(badge(tab)));
    for (let ms = 0; ms < 1_000; ms += 5) {
      server.tell({});
      await clock.advance(ms === 995 ? 4 : 5);
    }
    stop();
    expect([shownIds(tab).length, toasts(tab).more]).toEqual([3, badge(tab) - 3]);
    await clock.advance(300);
    expect([badge(tab), toasts(tab).more, seen.length - 1 <= 4]).toEqual([200, 197, true]);
    expect(tab.state().notifications!.feed.tabs.SUBMISSIONS.items).toHaveLength(200);
    const spoken = tab.actions.filter(announced.match);
    expect(spoken.map(({ payload }) => payload.text)).toEqual(['Subject 1']);
    await clock.advance(3_000);
    expect(tab.actions.filter(announced.match).at(-1)!.payload.text).toBe('199 new notifications');
  });

  it('what arrives twice, and what was missed and fetched later, does not pop up', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.tell({});
    await clock.advance(6_000);
    server.again(server.log);
    await clock.advance(300);
    expect(shownIds(tab)).toEqual([]);

    server.goDown();
    await clock.advance(10);
    server.tell({}, {});
    expect(badge(tab)).toBe(1);
    server.goUp();
    await clock.advance(15_000);
    expect([badge(tab), shownIds(tab).length]).toEqual([3, 0]);
  });

  it('with the popup setting off nothing pops up and everything counts; other tabs follow, a failure takes it back', async () => {
    const { clock, server, open } = await world();
    const [first, second] = [await open(), await open()];
    press(second, popupToggled({ checked: false }));
    expect(selectPopup(second.state())).toBe(false);
    await clock.advance(100);
    expect(selectPopup(first.state())).toBe(false);
    server.tell({});
    await clock.advance(300);
    expect([shownIds(second).length, badge(second)]).toEqual([0, 1]);

    server.script.say('setPopupPreference', apiError(503, 'service.unavailable'));
    press(second, popupToggled({ checked: true }));
    expect(selectPopup(second.state())).toBe(true);
    await clock.advance(100);
    expect([selectPopup(second.state()), selectPopup(first.state())]).toEqual([false, false]);
    expect(second.state().notices!.shown.map(({ text }) => text)).toEqual([
      'The setting was not saved. The service is busy at the moment. Please wait a little and try again.',
    ]);
  });

  it('messages of one candidate stand in one toast', async () => {
    const { clock, server, open } = await world();
    server.script.say('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE'] }));
    const tab = await open();
    server.chat.hear('c1', 'Hello');
    server.chat.hear('c1', 'Are you there?');
    server.chat.hear('c2', 'Hello');
    await clock.advance(50);
    expect(toasts(tab).shown.map((toast) => toast.kind === 'chat' && [toast.item.text, toast.count])).toEqual([
      ['Are you there?', 2],
      ['Hello', 1],
    ]);
  });

  it('opening the panel takes those away that pass', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.tell({}, {}, {}, {}, {});
    await clock.advance(300);
    expect([shownIds(tab).length, toasts(tab).more]).toEqual([3, 2]);
    press(tab, bellPressed());
    expect([shownIds(tab).length, toasts(tab).more]).toEqual([0, 0]);
  });

  it('sticky ones stand over the panel, in a new page and the next tab, until one of them is dismissed or opened', async () => {
    const { clock, server, open } = await world();
    const first = await open();
    server.tell({ stickyNotification: true }, { stickyNotification: true }, {});
    await clock.advance(10_000);
    press(first, bellPressed());
    await clock.advance(500);
    press(first, panelClosed());
    const ids = shownIds(first);
    expect(ids.map((id) => id.slice(-1))).toEqual(['1', '2']);
    const second = await open();
    await clock.advance(100);
    expect([shownIds(first), shownIds(second)]).toEqual([[], ids]);

    server.script.say('changeNotifications', apiError(503, 'service.unavailable'));
    press(second, toastDismissed({ id: ids[0]! }));
    expect(shownIds(second)).toEqual([ids[1]]);
    await clock.advance(100);
    expect(shownIds(second)).toEqual(ids);
    server.script.forget('changeNotifications');
    press(second, toastDismissed({ id: ids[0]! }));
    await clock.advance(100);
    press(second, toastFollowed({ id: ids[1]! }));
    await clock.advance(100);
    expect([shownIds(second), server.log.flatMap(({ changed }) => changed?.state.read ?? [])]).toEqual([[], [true]]);
    expect(shownIds(await open())).toEqual([]);
  });

  it('dismissing the summary dismisses what stands behind it, once', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.tell(...Array.from({ length: 5 }, () => ({ stickyNotification: true })));
    await clock.advance(300);
    expect([shownIds(tab).length, toasts(tab).more]).toEqual([3, 2]);
    press(tab, toastDismissed({ id: SUMMARY_ID }));
    await clock.advance(300);
    expect([shownIds(tab).map((id) => id.slice(-1)), toasts(tab).more]).toEqual([['3', '4', '5'], 0]);
  });
});

describe('what is done with a notification', () => {
  const states = (tab: Tab) => view(tab).items.map(({ subject, state }) => [subject, state?.saved ?? false]);

  it('leaves the list when it is done, in all tabs, and one press takes it back', async () => {
    const { clock, server, open } = await world(3);
    const [tab, other] = [await open(), await open()];
    press(tab, bellPressed());
    press(other, bellPressed());
    await clock.advance(500);
    const { id } = server.log[1]!.notification!;
    press(tab, rowChanged({ id, patch: { saved: true } }));
    press(tab, rowChanged({ id, patch: { done: true } }));
    await clock.advance(500);
    const left = [
      ['Subject 3', false],
      ['Subject 1', false],
    ];
    expect([states(tab), states(other), view(tab).undo?.text]).toEqual([left, left, 'Done: Subject 2']);
    press(tab, undoPressed());
    press(tab, undoPressed());
    await clock.advance(500);
    const all = [
      ['Subject 3', false],
      ['Subject 2', true],
      ['Subject 1', false],
    ];
    expect([states(tab), states(other), view(tab).undo]).toEqual([all, all, null]);
  });

  it('that does not get through changes nothing, and says so', async () => {
    const { clock, server, open } = await world(1);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    server.script.say('changeNotifications', apiError(503, 'service.unavailable'));
    press(tab, rowChanged({ id: server.log[0]!.notification!.id, patch: { done: true } }));
    await clock.advance(500);
    expect([view(tab).items.length, view(tab).undo, tab.state().notices!.shown.map(({ text }) => text)]).toEqual([
      1,
      null,
      [expect.stringMatching(/^Nothing was changed\. .+ try again\.$/)],
    ]);
  });

  it('each tab keeps its mark until somebody has looked at it, also in a new page', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.tell({ subCategoryCode: 'NEW_JOB_POSTED' }, { subCategoryCode: 'TIMESHEET_DISPUTED' }, {});
    await clock.advance(300);
    press(tab, bellPressed());
    await clock.advance(500);
    expect([badge(tab), fresh(tab)]).toEqual([0, { JOBSORDERS: 1, BACK_OFFICE: 1 }]);
    press(tab, panelTabChosen({ tab: 'JOBSORDERS' }));
    await clock.advance(500);
    press(tab, panelClosed());
    await clock.advance(500);
    const next = await open();
    press(next, bellPressed());
    await clock.advance(500);
    expect([badge(next), fresh(next)]).toEqual([0, { BACK_OFFICE: 1 }]);
  });
});

it('after 5 s without a link what is shown says how old it is; a new leader takes over, and nothing is lost', async () => {
  const { clock, server, browser, open } = await world(1);
  const [leader, follower] = [await open(), await open()];
  expect(server.openSockets()).toBe(1);
  const before = clock.now();
  server.goDown();
  await clock.advance(4_500);
  expect([staleness(leader), staleness(follower)]).toEqual([null, null]);
  await clock.advance(1_500);
  expect([staleness(leader), staleness(follower)]).toEqual([{ since: before }, { since: before }]);
  const third = await open();
  await clock.advance(1_100);
  // It was opened while the link was down already.
  expect(staleness(third)).toEqual({ since: before });
  server.tell({}, {});
  server.goUp();
  await clock.advance(90_000);
  expect([badge(leader), badge(follower), badge(third)]).toEqual([3, 3, 3]);
  expect([staleness(leader), staleness(follower), staleness(third)]).toEqual([null, null, null]);
  server.tell({});
  await clock.advance(500);
  expect([badge(leader), badge(follower), browser.tabs.length]).toEqual([4, 4, 3]);
  expect(leader.actions.filter(machineMoved.match).length).toBeGreaterThan(0);
});

it('a leading tab that freezes is missed after 3 s, and what it kept for itself is fetched when it wakes', async () => {
  const { clock, server, browser, open } = await world(1);
  let asleep = false;
  await open({
    ...browser,
    get tabs() {
      return asleep ? [] : browser.tabs;
    },
  });
  const [{ id, hear } = { id: 0, hear: () => {} }] = browser.tabs;
  browser.tabs[0] = { id, hear: (message) => asleep || hear(message) };
  const follower = await open();
  await clock.advance(1_000);
  asleep = true;
  const before = clock.now();
  server.tell({});
  await clock.advance(2_000);
  expect(staleness(follower)).toBeNull();
  await clock.advance(3_000);
  const since = staleness(follower)?.since ?? 0;
  expect(since).toBeGreaterThanOrEqual(before - 1_000);
  expect(since).toBeLessThanOrEqual(before + 1_000);
  asleep = false;
  await clock.advance(2_000);
  expect([staleness(follower), badge(follower)]).toEqual([null, 2]);
});

it('500 that were missed are all shown within 2 s of coming back, newest first, each once', async () => {
  const { clock, server, open } = await world(1);
  const tab = await open();
  server.goDown();
  await clock.advance(100);
  server.tell(...Array.from({ length: 500 }, () => ({})));
  server.goUp();
  while (server.openSockets() === 0) await clock.advance(50);
  await clock.advance(2_000);
  press(tab, bellPressed());
  const ids = selectPanelView(tab.state()).items?.map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => notificationOf(501 - index).id));
});

it('a gap is filled by asking for what is missing', async () => {
  const { clock, server, open } = await world();
  const tab = await open();
  server.log.push({ sequence: 1, notification: notificationOf(1) }, { sequence: 2, notification: notificationOf(2) });
  server.again([server.log[1]!]);
  await clock.advance(300);
  expect([badge(tab), calls(tab, 'notificationsSince') > 0]).toEqual([2, true]);
});
