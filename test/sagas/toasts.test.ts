/** Toasts with the real root saga, in one tab and in several: which tab shows them, how long, and how many. */
import type { Notification } from '../../contract/notifications/notification';
import { apiError, ok } from '../support/scriptedServer';
import { USER } from '../support/user';
import {
  bellPressed,
  panelClosed,
  panelTabChosen,
  popupToggled,
  searchSubmitted,
  toastDismissed,
  toastLinkOpened,
  toastsHeld,
  toastsReleased,
  viewChosen,
} from '../../sagas/features/notifications/notifications.intents';
import { findToggled } from '../../sagas/features/notifications/panel/find.slice';
import { viewportChanged } from '../../sagas/base/window';
import { type Tab } from '../support/tab';
import { SUMMARY_ID } from '../../sagas/features/notifications/toasts/toastQueue';
import {
  announced,
  selectPopup,
  selectToasts,
  shownWhileHidden,
  toastsShown,
} from '../../sagas/features/notifications/toasts/toasts.slice';
import { notificationOf } from '../support/notificationServer';
import { world, badge, press } from '../support/notificationTab';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

const toasts = (tab: Tab) => selectToasts(tab.state())!;

const shownIds = (tab: Tab) => toasts(tab).shown.map(({ id }) => id);

const lastDigits = (tab: Tab) => shownIds(tab).map((id) => id.slice(-1));

/** The subjects of all toasts so far, each as often as it was shown. */
const everShown = (tab: Tab) =>
  tab.actions
    .filter(toastsShown.match)
    .flatMap(({ payload }) =>
      payload.toasts.map((toast) => toast.kind === 'notification' && toast.notification.subject),
    );

describe('toasts', () => {
  it('show in only one of several tabs: the last visible one, and another one when that is closed', async () => {
    const { clock, server, open } = await world();
    const [first, second] = [await open(), await open()];
    server.notify({});
    await clock.advance(300);
    expect([shownIds(first).length, shownIds(second).length]).toEqual([0, 1]);
    first.attention.focus();
    server.notify({});
    await clock.advance(300);
    expect([shownIds(first).length, shownIds(second).length]).toEqual([1, 1]);
    first.attention.close();
    server.notify({});
    await clock.advance(300);
    expect([shownIds(first).length, shownIds(second).length]).toEqual([1, 2]);
    expect([badge(first), badge(second), server.openSockets()]).toEqual([3, 3, 1]);
  });

  it('live 5 s, and the countdown pauses while held or hidden', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({});
    await clock.advance(10);
    await clock.advance(4_980);
    expect(shownIds(tab)).toHaveLength(1);
    await clock.advance(60);
    expect(shownIds(tab)).toHaveLength(0);

    server.notify({});
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

  it('live no longer if the clock is set back', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({});
    await clock.advance(1_000);
    clock.adjust(-3_600_000);
    await clock.advance(4_100);
    expect(shownIds(tab)).toEqual([]);

    server.notify({});
    await clock.advance(1_000);
    clock.adjust(-3_600_000);
    press(tab, toastsHeld());
    press(tab, toastsReleased());
    await clock.advance(5_100);
    expect(shownIds(tab)).toEqual([]);
  });

  it('a sticky one stays', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({ stickyNotification: true });
    await clock.advance(3_600_000);
    expect(shownIds(tab)).toHaveLength(1);
  });

  it('a burst of 200: 3 toasts and a summary, all in the panel, the bell moves at most 4 times a second', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    const seen = [badge(tab)];
    const stop = tab.store.subscribe(() => badge(tab) !== seen.at(-1) && seen.push(badge(tab)));
    for (let ms = 0; ms < 1_000; ms += 5) {
      server.notify({});
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

  it('repeated events, and missed events fetched later, show no toast', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({});
    await clock.advance(6_000);
    server.again(server.log);
    await clock.advance(300);
    expect(shownIds(tab)).toEqual([]);

    server.goDown();
    await clock.advance(10);
    server.notify({}, {});
    expect(badge(tab)).toBe(1);
    server.goUp();
    await clock.advance(15_000);
    expect([badge(tab), shownIds(tab).length]).toEqual([3, 0]);
  });

  it('with the popup setting off nothing pops up but everything counts; other tabs follow, a failure reverts it', async () => {
    const { clock, server, open } = await world();
    const [first, second] = [await open(), await open()];
    // The switch is in the panel.
    press(second, bellPressed());
    await clock.advance(100);
    press(second, panelClosed());
    press(second, popupToggled({ checked: false }));
    expect(selectPopup(second.state())).toBe(false);
    await clock.advance(100);
    expect(selectPopup(first.state())).toBe(false);
    server.notify({});
    await clock.advance(300);
    expect([shownIds(second).length, badge(second)]).toEqual([0, 1]);

    server.script.respond('setPopupPreference', apiError(503, 'service.unavailable'));
    press(second, popupToggled({ checked: true }));
    expect(selectPopup(second.state())).toBe(true);
    await clock.advance(100);
    expect([selectPopup(second.state()), selectPopup(first.state())]).toEqual([false, false]);
    expect(second.state().notices!.shown.map(({ text }) => text)).toEqual([
      'The setting was not saved. The service is busy at the moment. Please wait a little and try again.',
    ]);
  });

  it('the popup setting is sent again if the answer is lost; without another one it may have been saved', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    const texts = () => tab.state().notices?.shown.map(({ text }) => text) ?? [];
    const sent = () => tab.sent.filter(({ endpoint }) => endpoint === 'setPopupPreference').map(({ body }) => body);
    press(tab, bellPressed());
    await clock.advance(100);
    server.script.respond('setPopupPreference', 'unreachable');
    press(tab, popupToggled({ checked: false }));
    await clock.advance(500);
    server.script.clearResponse('setPopupPreference');
    await clock.advance(1_000);
    expect([selectPopup(tab.state()), texts(), sent()]).toEqual([false, [], [{ checked: false }, { checked: false }]]);

    server.script.respond('setPopupPreference', 'unreachable');
    press(tab, popupToggled({ checked: true }));
    await clock.advance(2_000);
    expect([selectPopup(tab.state()), texts(), sent().length]).toEqual([
      false,
      [
        'It is not known whether the setting was saved. The server cannot be reached. Check your connection and try again.',
      ],
      4,
    ]);
  });

  it('messages of one candidate share one toast', async () => {
    const { clock, server, open } = await world();
    server.script.respond('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE'] }));
    const tab = await open();
    server.chat.candidateWrites('c1', 'Hello');
    server.chat.candidateWrites('c1', 'Are you there?');
    server.chat.candidateWrites('c2', 'Hello');
    await clock.advance(50);
    expect(toasts(tab).shown.map((toast) => toast.kind === 'chat' && [toast.item.text, toast.count])).toEqual([
      ['Are you there?', 2],
      ['Hello', 1],
    ]);
  });

  it('opening the panel removes the transient ones', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({}, {}, {}, {}, {});
    await clock.advance(300);
    expect([shownIds(tab).length, toasts(tab).more]).toEqual([3, 2]);
    press(tab, bellPressed());
    expect([shownIds(tab).length, toasts(tab).more]).toEqual([0, 0]);
  });

  it('messages of candidates stay when the panel opens, and expire as before, also if the pointer was on them', async () => {
    const { clock, server, open } = await world();
    server.script.respond('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE'] }));
    const tab = await open();
    server.chat.candidateWrites('c1', 'Hello');
    await clock.advance(2_000);
    press(tab, bellPressed());
    await clock.advance(2_900);
    expect(shownIds(tab)).toEqual(['chat-c1']);
    await clock.advance(200);
    expect(shownIds(tab)).toEqual([]);

    press(tab, panelClosed());
    server.chat.candidateWrites('c1', 'Are you there?');
    await clock.advance(50);
    press(tab, toastsHeld());
    await clock.advance(60_000);
    press(tab, bellPressed());
    await clock.advance(4_800);
    expect(shownIds(tab)).toEqual(['chat-c1']);
    await clock.advance(400);
    expect(shownIds(tab)).toEqual([]);
  });

  it('sticky ones stay over the panel, in a new page and the next tab, until one of them is dismissed or opened', async () => {
    const { clock, server, open } = await world();
    const first = await open();
    server.notify({ stickyNotification: true }, { stickyNotification: true }, {});
    await clock.advance(10_000);
    press(first, bellPressed());
    await clock.advance(500);
    press(first, panelClosed());
    const ids = shownIds(first);
    expect(ids.map((id) => id.slice(-1))).toEqual(['1', '2']);
    const second = await open();
    await clock.advance(100);
    expect([shownIds(first), shownIds(second)]).toEqual([[], ids]);

    server.script.respond('changeNotifications', apiError(503, 'service.unavailable'));
    press(second, toastDismissed({ id: ids[0]! }));
    expect(shownIds(second)).toEqual([ids[1]]);
    await clock.advance(100);
    expect(shownIds(second)).toEqual(ids);
    server.script.clearResponse('changeNotifications');
    press(second, toastDismissed({ id: ids[0]! }));
    await clock.advance(100);
    press(second, toastLinkOpened({ id: ids[1]! }));
    await clock.advance(100);
    expect([shownIds(second), server.log.flatMap(({ changed }) => changed?.state.read ?? [])]).toEqual([[], [true]]);
    expect(shownIds(await open())).toEqual([]);
  });

  it('a dismissed sticky one that is sent again, as after a snooze, is shown again', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({ stickyNotification: true });
    await clock.advance(300);
    const [id] = shownIds(tab);
    press(tab, toastDismissed({ id: id! }));
    await clock.advance(300);
    expect({ shown: shownIds(tab), stillLeaving: tab.state().notifications!.toasts.leaving }).toEqual({
      shown: [],
      stillLeaving: [],
    });
    server.notify({ id: id!, stickyNotification: true });
    await clock.advance(300);
    expect(shownIds(tab)).toEqual([id]);

    press(tab, toastLinkOpened({ id: id! }));
    await clock.advance(300);
    server.notify({ id: id!, stickyNotification: true });
    await clock.advance(300);
    expect(shownIds(tab)).toEqual([id]);
  });

  it('a dismissed sticky one does not flash back while its event waits for others, nor is its next one hidden then', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({ stickyNotification: true });
    await clock.advance(300);
    const [id] = shownIds(tab);
    const missed = (facts = {}) => {
      const sequence = server.log.length + 1;
      server.log.push({ sequence, notification: notificationOf(sequence, facts) });
    };
    missed();
    server.script.respond('notificationsSince', apiError(503, 'service.unavailable'));
    press(tab, toastDismissed({ id: id! }));
    const seen = new Set<number>();
    const stop = tab.store.subscribe(() => seen.add(shownIds(tab).length));
    await clock.advance(1_000);
    stop();
    expect({ shown: [...seen], waiting: tab.state().notifications!.feed.pending.length }).toEqual({
      shown: [0],
      waiting: 1,
    });
    // The dismissal is applied together with the notification's return.
    missed({ id, stickyNotification: true });
    server.script.clearResponse('notificationsSince');
    server.notify({});
    await clock.advance(1_000);
    expect(shownIds(tab)).toContain(id);
  });

  it('one that arrives right after another is shown once, although the answer to an action comes before it is applied', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({ stickyNotification: true });
    await clock.advance(6_000);
    server.notify({});
    await clock.advance(10);
    server.notify({});
    press(tab, toastDismissed({ id: shownIds(tab)[0]! }));
    await clock.advance(150);
    expect(server.log).toHaveLength(4);
    await clock.advance(1_000);
    expect([everShown(tab), lastDigits(tab)]).toEqual([
      ['Subject 1', 'Subject 2', 'Subject 3'],
      ['2', '3'],
    ]);
    server.again(server.log);
    await clock.advance(1_000);
    expect(everShown(tab)).toEqual(['Subject 1', 'Subject 2', 'Subject 3']);
  });

  it('one that the answer to an action overtakes is shown once, although missed events are being fetched', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({ stickyNotification: true });
    await clock.advance(6_000);
    const slow = { sequence: 2, notification: notificationOf(2) };
    server.log.push(slow);
    press(tab, toastDismissed({ id: shownIds(tab)[0]! }));
    while (tab.state().notifications!.feed.pending.length === 0) await clock.advance(1);
    server.again([slow, slow]);
    await clock.advance(1_000);
    expect(everShown(tab)).toEqual(['Subject 1', 'Subject 2']);
  });

  it('dismissing the summary dismisses the toasts behind it, once', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify(...Array.from({ length: 5 }, () => ({ stickyNotification: true })));
    await clock.advance(300);
    expect([shownIds(tab).length, toasts(tab).more]).toEqual([3, 2]);
    press(tab, toastDismissed({ id: SUMMARY_ID }));
    await clock.advance(300);
    expect([shownIds(tab).map((id) => id.slice(-1)), toasts(tab).more]).toEqual([['3', '4', '5'], 0]);
  });

  it('of many sticky ones all are counted, and dismissing the summary dismisses those that this page does not have, too', async () => {
    const { clock, server, open } = await world();
    server.notify(...Array.from({ length: 300 }, () => ({ stickyNotification: true })));
    const tab = await open();
    await clock.advance(300);
    expect([shownIds(tab).length, toasts(tab).hidden.length, toasts(tab).more]).toEqual([3, 47, 297]);
    server.script.respond('dismissToasts', apiError(503, 'service.unavailable'));
    press(tab, toastDismissed({ id: SUMMARY_ID }));
    expect(toasts(tab).more).toBe(0);
    await clock.advance(300);
    expect(toasts(tab).more).toBe(297);
    server.script.clearResponse('dismissToasts');
    press(tab, toastDismissed({ id: SUMMARY_ID }));
    expect(toasts(tab).more).toBe(0);
    await clock.advance(1_000);
    expect([lastDigits(tab), toasts(tab).more]).toEqual([['8', '9', '0'], 0]);
    expect(server.log.filter(({ changed }) => changed?.dismissed)).toHaveLength(297);
    expect(tab.state().notifications!.toasts.leaving).toEqual([]);
    expect(tab.faults).toEqual([]);
  });

  it('one that does not fit beside sticky ones expires, too', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({}, ...Array.from({ length: 3 }, () => ({ stickyNotification: true })));
    await clock.advance(300);
    expect([lastDigits(tab), toasts(tab).more]).toEqual([['2', '3', '4'], 1]);
    await clock.advance(6_000);
    expect(toasts(tab).more).toBe(0);
    press(tab, toastDismissed({ id: shownIds(tab)[0]! }));
    await clock.advance(300);
    expect(lastDigits(tab)).toEqual(['3', '4']);
  });
});

describe('while the panel is open', () => {
  const JOB = { subCategoryCode: 'NEW_JOB_POSTED' } as const;

  /** The panel lists the submissions, of which there is one. */
  const openPanel = async () => {
    const all = await world(1);
    const tab = await all.open();
    const act = async (...actions: readonly Parameters<typeof tab.store.dispatch>[0][]) => {
      for (const action of actions) press(tab, action);
      await all.clock.advance(500);
    };
    await act(bellPressed());
    const arrive = async (...facts: readonly Partial<Notification>[]) => {
      all.server.notify(...facts);
      await all.clock.advance(500);
    };
    return { ...all, tab, act, arrive };
  };

  it('a toast shows for what its tab does not list, and none for a new row of it', async () => {
    const { tab, act, arrive } = await openPanel();
    await arrive({ subject: 'Submission' }, { subject: 'Job', ...JOB });
    expect(everShown(tab)).toEqual(['Job']);
    await act(panelTabChosen({ tab: 'JOBSORDERS' }));
    await arrive({ subject: 'Next submission' }, { subject: 'Next job', ...JOB });
    expect(everShown(tab)).toEqual(['Job', 'Next submission']);
  });

  it.each([
    ['a search', searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'Nothing' })],
    ['a view', viewChosen({ tab: 'SUBMISSIONS', view: 'saved' })],
    ['the search in all tabs', findToggled()],
  ])('a toast shows for each during %s, which does not list it', async (_, begins) => {
    const { tab, act, arrive } = await openPanel();
    await act(begins);
    await arrive({ subject: 'New' });
    expect(everShown(tab)).toEqual(['New']);
  });

  it.each([390, 1024])('at %i px, where it covers the page, none shows before it is closed', async (width) => {
    const { tab, act, arrive } = await openPanel();
    await act(viewportChanged({ width, screenWidth: width }));
    await arrive({ subject: 'Submission' }, { subject: 'Job', ...JOB });
    await act(panelClosed());
    await arrive({ subject: 'Next job', ...JOB });
    expect(everShown(tab)).toEqual(['Next job']);
  });

  it('in a tab that is not visible, each has its toast, its desktop notification and its announcement', async () => {
    const { tab, arrive } = await openPanel();
    tab.attention.hide();
    await arrive({ subject: 'New' });
    const onDesktop = tab.actions.filter(shownWhileHidden.match).flatMap(({ payload }) => payload.toasts);
    expect({
      shown: everShown(tab),
      // The part that shows it sees it again once it is loaded.
      onDesktop: [...new Set(onDesktop.map((toast) => toast.kind === 'notification' && toast.notification.subject))],
      spoken: tab.actions.filter(announced.match).map(({ payload }) => payload.text),
    }).toEqual({ shown: ['New'], onDesktop: ['New'], spoken: ['New'] });
  });
});

describe('on a phone', () => {
  const openPhone = async () => {
    const all = await world();
    const tab = await all.open();
    tab.store.dispatch(viewportChanged({ width: 390, screenWidth: 390 }));
    return { ...all, tab };
  };

  it('the newest toast is shown, and the summary counts the others', async () => {
    const { clock, server, tab } = await openPhone();
    server.notify({}, { stickyNotification: true }, { stickyNotification: true }, {});
    await clock.advance(300);
    expect([lastDigits(tab), toasts(tab).more]).toEqual([['4'], 3]);
    await clock.advance(6_000);
    expect([lastDigits(tab), toasts(tab).more]).toEqual([['3'], 1]);
  });

  it('dismissing the summary dismisses all toasts behind it', async () => {
    const { clock, server, tab } = await openPhone();
    server.notify({}, { stickyNotification: true }, { stickyNotification: true }, {});
    await clock.advance(300);
    press(tab, toastDismissed({ id: SUMMARY_ID }));
    await clock.advance(300);
    expect([lastDigits(tab), toasts(tab).more]).toEqual([['4'], 0]);
    await clock.advance(6_000);
    expect([lastDigits(tab), toasts(tab).more]).toEqual([[], 0]);
  });
});
