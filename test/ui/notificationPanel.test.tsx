/** @jest-environment jsdom */
/** The bell and the panel of notifications: tabs, searches, and what failed to load. */
import { act, screen, within } from '@testing-library/react';
import type { Notification } from '../../contract/notifications/notification';
import { eventsApplied, pageFound } from '../../sagas/features/notifications/feed/feed.slice';
import {
  panelRetried,
  panelTabChosen,
  rowChanged,
  searchSubmitted,
  viewChosen,
} from '../../sagas/features/notifications/notifications.intents';
import { linkShown } from '../../sagas/features/notifications/panel/linked.slice';
import {
  pageFailed,
  panelFailed,
  panelOpened,
  undoOffered,
} from '../../sagas/features/notifications/panel/panel.slice';
import { notificationOf } from '../support/notificationServer';
import { focused } from './support/focused';
import { resizeWindow } from './support/windowWidth';
import { Bell, NotificationPanel, show } from './support/showNotifications';
import { findSubmitted, notificationsFound } from '../../sagas/features/notifications/panel/find.slice';
import { snapshot, some } from './support/notificationFeed';

afterEach(() => document.body.replaceChildren());

describe('the bell', () => {
  it('announces the unread count, up to 99', () => {
    const { happen } = show(<Bell />);
    expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('');
    happen(snapshot(some(3), 12));
    expect(screen.getByRole('button', { name: 'Notifications, 12 unread' }).textContent).toBe('12');
    happen(eventsApplied({ events: [{ sequence: 20_001, notification: notificationOf(20_001) }], live: true }));
    expect(screen.getByRole('button', { name: 'Notifications, 13 unread' })).toBeTruthy();
    happen(snapshot(some(3), 12));
    expect(screen.getByRole('button', { name: 'Notifications, 13 unread' })).toBeTruthy();
  });
});

describe('the panel', () => {
  it('is beside the page in a wide window: the page stays usable, and Escape returns the focus', async () => {
    const resizeBack = resizeWindow(1025);
    try {
      const { happen, intents, user, open } = show(<NotificationPanel />);
      happen(snapshot(some(2), 2));
      open();
      const panel = screen.getByRole('dialog', { name: 'Notifications' });
      expect(panel.getAttribute('aria-modal')).toBeNull();
      expect(document.querySelector('[inert], .drawer-backdrop')).toBeNull();
      expect(panel.contains(document.activeElement)).toBe(true);
      await user.keyboard('{Escape}');
      expect(intents.map(({ type }) => type)).toContain('notifications/panelClosed');
    } finally {
      resizeBack();
    }
  });

  it('covers the page of a tablet, also of the widest: 1024 px', () => {
    const resizeBack = resizeWindow(1024);
    try {
      const { open } = show(<NotificationPanel />);
      open();
      expect(screen.getByRole('dialog', { name: 'Notifications' }).getAttribute('aria-modal')).toBe('true');
    } finally {
      resizeBack();
    }
  });

  it('shows the notification of a link from outside first, with the focus, until something else is chosen', async () => {
    const { happen, intents, user } = show(<NotificationPanel />);
    const message = notificationOf(7, {
      ...{ categoryCode: 'COMPANY', subCategoryCode: 'COMPANY', subject: 'Parking', template: '<p>Use the deck.</p>' },
      state: { read: null, done: true, saved: false, snoozedUntil: null },
    });
    happen(snapshot(some(2), 2));
    happen(linkShown({ notification: message }), panelOpened({ reading: null, tab: 'SUBMISSIONS' }));
    const linked = () => screen.queryByRole('region', { name: 'From your link' });
    expect(within(linked()!).getByText('Use the deck.')).toBeTruthy();
    expect(linked()!.contains(document.activeElement)).toBe(true);
    const row = linked()!.contains(document.activeElement);
    await user.keyboard('j');
    const below = linked()!.contains(document.activeElement);
    await user.keyboard('k');
    expect([row, below, linked()!.contains(document.activeElement)]).toEqual([true, false, true]);
    await user.click(within(linked()!).getByRole('button', { name: 'Not done' }));
    expect(intents.filter(rowChanged.match).map(({ payload }) => payload)).toEqual([
      { id: message.id, patch: { done: false } },
    ]);
    happen(panelTabChosen({ tab: 'BROADCAST' }));
    expect(linked()).toBeNull();
  });

  it('has the tabs in order, one stop for the Tab key, and arrow keys that select', async () => {
    const { happen, intents, user, open } = show(<NotificationPanel />);
    happen(snapshot(some(2), 2));
    open();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Job/Orders',
      'Submissions',
      'Compliance',
      'Assignments',
      'Back Office',
      'Nexus VMS',
    ]);
    expect(tabs.filter((tab) => tab.tabIndex === 0).map((tab) => tab.textContent)).toEqual(['Submissions']);
    tabs[1]!.focus();
    await user.keyboard('{ArrowRight}');
    expect(intents.filter(panelTabChosen.match).map(({ payload }) => payload.tab)).toEqual(['COMPLIANCE']);
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Compliance' }));
    expect(screen.getByText('No notifications yet. New ones appear here by themselves.')).toBeTruthy();
  });

  it('keeps the focus in the search field after a search, and takes over a changed search', async () => {
    const { happen, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(2), 2));
    open();
    const field = () => screen.getByRole<HTMLInputElement>('searchbox');
    await user.click(field());
    await user.keyboard(' ada {Enter}');
    expect(screen.getByText(/Searching for “ada”/)).toBeTruthy();
    expect([focused(), field().value]).toEqual(['Search Submissions', 'ada']);
    happen(searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'icu' }));
    expect(field().value).toBe('icu');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect([focused(), field().value]).toEqual(['Search Submissions', '']);
    await user.keyboard('eva{Enter}{Escape}');
    expect([focused(), field().value]).toEqual(['Search Submissions', '']);
    happen(searchSubmitted({ tab: 'SUBMISSIONS', keyword: 'icu' }), panelTabChosen({ tab: 'COMPLIANCE' }));
    expect(field().value).toBe('');
  });

  it('announces what a search found, and how much, in a line that is there before', async () => {
    const { happen, open } = show(<NotificationPanel />);
    happen(snapshot(some(2), 2));
    open();
    const line = document.querySelector('.note-found > [role="status"]')!;
    const said = [line.textContent];
    const tab = 'SUBMISSIONS';
    const find = (keyword: string, notifications: readonly Notification[], more: boolean) => {
      happen(searchSubmitted({ tab, keyword }));
      said.push(line.textContent);
      happen(pageFound({ tab, keyword, view: null, after: null, notifications: [...notifications], more }));
      said.push(line.textContent);
    };
    find('ada', some(2), false);
    find('icu', some(1), false);
    find('zzz', [], false);
    find('eva', some(20), true);
    happen(pageFailed({ tab, keyword: 'eva', view: null, failure: { kind: 'unreachable' } }));
    happen(searchSubmitted({ tab, keyword: '' }));
    said.push(line.textContent);
    expect(said).toEqual([
      '',
      'Searching for “ada”…',
      '2 results for “ada”',
      'Searching for “icu”…',
      '1 result for “icu”',
      'Searching for “zzz”…',
      '0 results for “zzz”',
      'Searching for “eva”…',
      'The newest 20 results for “eva”',
      '',
    ]);
    expect(document.querySelector('.note-found > [role="status"]')).toBe(line);
  });

  it('has the focus at its list once the last page is loaded', async () => {
    const { happen, open, user } = show(<NotificationPanel />);
    const all = some(3);
    happen(snapshot(all.slice(0, 2), 2));
    open();
    act(() => screen.getByRole('button', { name: 'See More' }).focus());
    await user.keyboard('{Enter}');
    const page = { tab: 'SUBMISSIONS', keyword: null, after: all[1]!.id, notifications: all.slice(2), more: false };
    happen(pageFound(page as never));
    expect([screen.queryByRole('button', { name: 'See More' }), focused()]).toEqual([null, 'Submissions']);
  });

  it.each([
    ['a view', 'unread', ''],
    ['a search', null, 'ada'],
    ['a search in a view', 'unread', 'ada'],
  ] as const)('Retry repeats %s that failed to load', async (_, view, keyword) => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(2), 2));
    open();
    const tab = 'SUBMISSIONS';
    happen(viewChosen({ tab, view }), searchSubmitted({ tab, keyword }));
    happen(pageFailed({ tab, keyword, view, failure: { kind: 'unreachable' } }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(intents.at(-1)).toEqual(searchSubmitted({ tab, keyword }));
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.getByRole('status', { name: 'Loading notifications' })).toBeTruthy();
  });

  it('Retry marks as read what could not be, also in a view', async () => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(2), 2));
    open();
    const page = { tab: 'SUBMISSIONS', keyword: '', view: 'unread' } as const;
    happen(viewChosen(page), pageFound({ ...page, after: null, notifications: some(1), more: false }));
    happen(panelFailed({ failure: { kind: 'unreachable' } }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(intents.at(-1)).toEqual(panelRetried());
  });

  it('keeps the focus where Undo was', async () => {
    const { happen, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(2), 2));
    open();
    happen(undoOffered({ undo: { text: 'Done: Subject 2', changes: [] } }));
    const undo = screen.getByRole('button', { name: 'Undo' });
    const line = undo.parentElement;
    act(() => undo.focus());
    await user.keyboard('{Enter}');
    happen(undoOffered({ undo: null }));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(document.activeElement).toBe(line);
    await user.tab();
    expect(focused()).toBe('Show toasts for new notifications');
  });

  it('searches all tabs with the form, and shows the tab of each result', async () => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(2), 2));
    open();
    await user.click(screen.getByRole('button', { name: 'Search all' }));
    const form = await screen.findByRole('search', { name: 'All notifications' });
    expect(document.activeElement).toBe(within(form).getByLabelText('Contains words'));
    expect(screen.queryByRole('tab')).toBeNull();
    await user.keyboard('ada');
    await user.selectOptions(within(form).getByLabelText('Kind'), 'Offer Made');
    await user.keyboard('{Enter}');
    await user.click(within(form).getByRole('button', { name: 'Search' }));
    expect(intents.filter(findSubmitted.match).at(-1)?.payload.wanted).toEqual({
      words: 'ada',
      person: '',
      facility: '',
      kind: 'OFFER_MADE',
      from: '',
      to: '',
      away: '',
    });
    const done = { read: true, done: true, saved: false, snoozedUntil: null };
    happen(notificationsFound({ notifications: [notificationOf(9, { state: done })], more: false }));
    expect(screen.getByRole('article').textContent).toContain('Submissions, done');
    expect(screen.getByText('1 found')).toBeTruthy();
    happen(
      findSubmitted({
        wanted: { words: 'x', person: '', facility: '', kind: '', from: '2026-02-02', to: '2026-01-01', away: '' },
      }),
    );
    expect(screen.getByText('The first day is after the last one. Please change one of them.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to tabs' }));
    expect(screen.getAllByRole('tab')).toHaveLength(6);
  });

  it('shows a skeleton until the list has loaded', () => {
    const { open } = show(<NotificationPanel />);
    open();
    expect(screen.getByRole('status', { name: 'Loading notifications' })).toBeTruthy();
  });
});
