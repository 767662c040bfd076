/** The panel with the real root saga: reading, paging, search and actions, in one tab and in several. */
import { apiError } from '../support/scriptedServer';
import {
  bellPressed,
  moreRequested,
  panelClosed,
  panelRetried,
  panelTabChosen,
  rowChanged,
  searchSubmitted,
  undoPressed,
  viewChosen,
} from '../../sagas/features/notifications/notifications.intents';
import { createBrowser } from '../support/browser';
import { type Tab } from '../support/tab';
import { outcomeText } from '../../sagas/features/notifications/panel/panelText';
import { selectPanelTabs, selectPanelView } from '../../sagas/features/notifications/panel/panel.selectors';
import { world, badge, calls, press } from '../support/notificationTab';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

/** The marks of the tabs that have not been viewed. */
const fresh = (tab: Tab) =>
  Object.fromEntries(
    selectPanelTabs(tab.state()).flatMap((each) => (each.fresh > 0 ? [[each.tab, each.fresh] as const] : [])),
  );

const view = (tab: Tab) => selectPanelView(tab.state());

describe('the outcome of what was asked for', () => {
  it.each([
    ['EXTENDED', 'Dana Brooks', 'Extended by Dana Brooks'],
    ['EARLY_TERM', null, 'Early term'],
    // Stored before extensions had a name.
    ['NONE', 'Dana Brooks', 'Settled by Dana Brooks'],
  ])('%s by %s reads “%s”', (status, by, text) => {
    expect(outcomeText({ status, by, at: null })).toBe(text);
  });
});

describe('the panel', () => {
  it('resets all counts immediately, selects Submissions, marks as read by the server’s date and keeps the new ones marked', async () => {
    const { clock, server, open } = await world(3);
    const tab = await open();
    server.notify({ subCategoryCode: 'NEW_JOB_POSTED' });
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

    server.notify({});
    await clock.advance(300);
    expect([badge(tab), view(tab).items.length]).toEqual([1, 4]);
    expect(tab.faults).toEqual([]);
  });

  it('a double click makes one request', async () => {
    const { clock, open } = await world(2);
    const tab = await open();
    press(tab, bellPressed());
    press(tab, bellPressed());
    await clock.advance(500);
    expect(calls(tab, 'updateLastRead')).toBe(1);
  });

  it('rolls the counts back if the call fails, shows a message, and Retry completes it', async () => {
    const { clock, server, open } = await world(5);
    const tab = await open();
    server.script.respond('updateLastRead', apiError(503, 'service.unavailable'));
    press(tab, bellPressed());
    expect(badge(tab)).toBe(0);
    await clock.advance(500);
    expect([badge(tab), view(tab).failure?.kind]).toEqual([5, 'unavailable']);

    server.script.clearResponse('updateLastRead');
    press(tab, panelRetried());
    await clock.advance(500);
    expect([badge(tab), view(tab).failure, server.log.at(-1)!.readDate === undefined]).toEqual([0, null, false]);
  });

  it('shows that the first list failed to load, and Retry loads it', async () => {
    const { clock, server, open } = await world(2);
    server.script.respond('userNotifications', apiError(503, 'service.unavailable'));
    const tab = await open();
    expect(tab.state().notifications!.feed.known).toBe(false);
    press(tab, bellPressed());
    expect(view(tab).phase).toBe('loading');
    await clock.advance(500);
    expect(view(tab).phase).toBe('failed');
    server.script.clearResponse('userNotifications');
    press(tab, panelRetried());
    await clock.advance(500);
    expect([view(tab).phase, view(tab).items.length, badge(tab)]).toEqual(['full', 2, 0]);
  });

  it('pages by date and id without repeating what arrived in the meantime; a second click sends no request', async () => {
    const { clock, server, open } = await world(60);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
    press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
    server.notify({});
    await clock.advance(500);
    expect(calls(tab, 'searchUserNotifications')).toBe(1);
    const { items, more } = view(tab);
    expect([items.length, new Set(items.map(({ id }) => id)).size, more]).toEqual([51, 51, true]);
  });

  it.each([
    ['search', searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'Subject 1' })],
    ['view', viewChosen({ tab: 'SUBMISSIONS', view: 'unread' })],
  ])('after a %s that interrupted the loading of more, more can be loaded', async (_name, interrupting) => {
    const { clock, open } = await world(60);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
    press(tab, interrupting);
    await clock.advance(500);
    press(tab, viewChosen({ tab: 'SUBMISSIONS', view: null }));
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: '' }));
    expect([view(tab).items.length, view(tab).moreBusy]).toEqual([25, false]);
    press(tab, moreRequested({ tab: 'SUBMISSIONS' }));
    await clock.advance(500);
    expect([view(tab).items.length, view(tab).moreBusy]).toEqual([50, false]);
  });

  it('searches each tab separately; a late answer to an older keyword is not shown', async () => {
    const { clock, server, open } = await world(30);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'Subject 1' }));
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'Subject 30' }));
    expect(view(tab).phase).toBe('loading');
    await clock.advance(500);
    expect(view(tab).items.map(({ subject }) => subject)).toEqual(['Subject 30']);
    press(tab, panelTabChosen({ tab: 'COMPLIANCE' }));
    expect([view(tab).keyword, view(tab).phase]).toEqual([null, 'empty']);
    press(tab, panelTabChosen({ tab: 'SUBMISSIONS' }));
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: '' }));
    expect([view(tab).keyword, view(tab).items.length]).toEqual([null, 25]);
    server.script.respond('searchUserNotifications', 'unreachable');
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'x' }));
    await clock.advance(500);
    expect([view(tab).phase, view(tab).moreFailure?.kind]).toEqual(['failed', 'unreachable']);
    press(tab, panelClosed());
    press(tab, bellPressed());
    expect(view(tab).keyword).toBeNull();
  });

  it('a view that failed to load is loaded by a repeated search without a keyword', async () => {
    const { clock, server, open } = await world(2);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    server.script.respond('searchUserNotifications', 'unreachable');
    press(tab, viewChosen({ tab: 'SUBMISSIONS', view: 'unread' }));
    await clock.advance(500);
    expect(view(tab).phase).toBe('failed');
    server.script.clearResponse('searchUserNotifications');
    press(tab, searchSubmitted({ tab: 'SUBMISSIONS', keyword: '' }));
    await clock.advance(500);
    expect([view(tab).phase, view(tab).view, view(tab).items.length]).toEqual(['full', 'unread', 2]);
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

describe('actions on a notification', () => {
  const states = (tab: Tab) => view(tab).items.map(({ subject, state }) => [subject, state?.saved ?? false]);

  it('a finished one leaves the list in all tabs, and one click restores it', async () => {
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

  it('a failed one changes nothing, and shows a message', async () => {
    const { clock, server, open } = await world(1);
    const tab = await open();
    press(tab, bellPressed());
    await clock.advance(500);
    server.script.respond('changeNotifications', apiError(503, 'service.unavailable'));
    press(tab, rowChanged({ id: server.log[0]!.notification!.id, patch: { done: true } }));
    await clock.advance(500);
    expect([view(tab).items.length, view(tab).undo, tab.state().notices!.shown.map(({ text }) => text)]).toEqual([
      1,
      null,
      [expect.stringMatching(/^Nothing was changed\. .+ try again\.$/)],
    ]);
  });

  it('each tab keeps its mark until it is seen, also on a new page', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.notify({ subCategoryCode: 'NEW_JOB_POSTED' }, { subCategoryCode: 'TIMESHEET_DISPUTED' }, {});
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
