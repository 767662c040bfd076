/** @jest-environment jsdom */
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import * as React from 'react';
import type { SubCategoryCode } from '../../contract/notifications/kinds';
import type { Notification } from '../../contract/notifications/notification';
import { awayArrived, awayDismissed } from '../../sagas/features/notifications/away/away.slice';
import { eventsApplied, pageFound, snapshotArrived } from '../../sagas/features/notifications/feed/feed.slice';
import {
  panelRetried,
  panelTabChosen,
  rowChanged,
  searchSubmitted,
  toastDismissed,
  toastsHeld,
  toastsReleased,
  viewChosen,
} from '../../sagas/features/notifications/notifications.intents';
import { pageFailed, panelFailed, undoOffered } from '../../sagas/features/notifications/panel/panel.slice';
import { actionSettled, undoOver } from '../../sagas/features/recordActions/recordActions.slice';
import { toastOf } from '../../sagas/features/notifications/toasts/toastQueue';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';
import { useAppSelector } from '../../src/hooks/useAppSelector';
import { SafeHtml } from '../../src/ui/SafeHtml';
import { notificationOf } from '../support/notificationServer';
import { focused } from './support/focused';
import { Away, Bell, EVERYTHING, NotificationPanel, RowActions, show, Toasts } from './support/showNotifications';
import { USER } from './support/states';
import { historyFound, historyToggled, recordsCounted } from '../../sagas/features/notifications/panel/rows.slice';
import { findSubmitted, notificationsFound } from '../../sagas/features/notifications/panel/find.slice';
import { toastsShown } from '../../sagas/features/notifications/toasts/toasts.slice';

const snapshot = (
  notifications: readonly Notification[],
  unread = notifications.length,
  readDate: string | null = null,
  seenUpTo = 0,
) =>
  snapshotArrived({
    snapshot: {
      sequence: 20_000,
      sticky: [],
      stickyCount: 0,
      notificationLastReadDate: readDate,
      notificationCategoryTemplateDTOs: [
        {
          categoryCode: 'SUBMISSIONS',
          notificationCount: unread,
          freshCount: unread,
          seenUpTo,
          notifications: [...notifications],
          more: true,
        },
      ],
    },
  });
const some = (count: number, facts: Partial<Notification> = {}) =>
  Array.from({ length: count }, (_, index) => notificationOf(count - index, facts));

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
    const narrow = window.matchMedia;
    window.matchMedia = (query) => Object.assign(narrow(query), { matches: query === '(width >= 1024px)' });
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
      window.matchMedia = narrow;
    }
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

  /** The row that has the focus, by its subject; the line of the undo; or nothing. */
  const at = () => {
    const { activeElement } = document;
    if (activeElement?.classList.contains('note-undo') === true) return 'undo';
    return activeElement?.closest('article')?.querySelector('.note-subject')?.textContent;
  };
  /** The server reports that it is done, so it leaves the list. */
  const leaves = ({ id, notificationDate: date }: Notification, sequence: number) => {
    const state = { read: true, done: true, saved: false, snoozedUntil: null };
    const fewer = { listed: -1, unread: -1, fresh: -1 };
    const changed = { id, tab: 'SUBMISSIONS', date, state, dismissed: true, ...fewer } as const;
    return eventsApplied({ events: [{ sequence, changed }], live: true });
  };

  it('hands the focus of a row that is done to the next one, the one before, and at last to Undo', async () => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    const [third, second, first] = some(3) as [Notification, Notification, Notification];
    happen(snapshot([third, second, first]));
    open();
    act(() => within(screen.getAllByRole('article')[1]!).getByRole('button', { name: 'Done' }).focus());
    await user.keyboard('{Enter}');
    expect(at()).toBe('Subject 2');
    happen(leaves(second, 20_001));
    expect(at()).toBe('Subject 1');
    await user.keyboard('e');
    happen(leaves(first, 20_002));
    expect(at()).toBe('Subject 3');
    await user.keyboard('z');
    happen(leaves(third, 20_003), undoOffered({ undo: { text: 'Snoozed: Subject 3', changes: [] } }));
    expect([at(), focused()]).toEqual(['undo', 'Snoozed: Subject 3Undo']);
    expect(intents.filter(rowChanged.match).map(({ payload }) => payload.id)).toEqual([second.id, first.id, third.id]);
  });

  it('leaves the focus where it is when another row leaves the list', () => {
    const { happen, open } = show(<NotificationPanel />);
    const [second, first] = some(2) as [Notification, Notification];
    happen(snapshot([second, first]));
    open();
    act(() => screen.getByRole('searchbox').focus());
    happen(leaves(second, 20_001));
    expect(focused()).toBe('Search Submissions');
  });

  it('a key that is held down acts on one row only', async () => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(2)));
    open();
    act(() => within(screen.getAllByRole('article')[0]!).getByRole('button', { name: 'Done' }).focus());
    await user.keyboard('{e>3/}');
    expect(intents.filter(rowChanged.match)).toHaveLength(1);
  });

  it('marks new ones, links them, and shows why if there is no link', async () => {
    const { happen, open } = show(<NotificationPanel />);
    const [newer, older] = [
      notificationOf(9, { entityId: '00000000-0000-4000-8000-0000000000e1' }),
      notificationOf(3, { subCategoryCode: 'OFFER_MADE' }),
    ];
    const locked = notificationOf(2, { subCategoryCode: 'MOBILE_CANDIDATE_REGISTRATION' });
    happen(snapshot([newer, older, locked], 1, notificationOf(5).notificationDate, 5));
    open();
    // The actions of a row load lazily.
    await act(async () => void (await import('../../src/screens/notifications/RowActions')));
    const rows = screen.getAllByRole('article');
    expect(rows.map((row) => row.classList.contains('is-new'))).toEqual([true, false, false]);
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe(
      '/vms/jobs/submissions/00000000-0000-4000-8000-0000000000e1',
    );
    expect(within(rows[2]!).queryByRole('link')).toBeNull();
    expect(rows[2]!.textContent).toContain('You do not have access to candidates.');
    expect(rows[0]!.querySelector('time')!.dateTime).toBe(newer.notificationDate);
  });

  it('shows up to three tags of a notification, each in its color', () => {
    const { happen, open } = show(<NotificationPanel />);
    const messageTags = [
      { text: 'Urgent', color: '#8b0000' },
      { text: 'Night shift', color: '#00008b' },
      { text: 'ICU', color: '#006400' },
    ];
    happen(snapshot([notificationOf(2, { messageTags }), notificationOf(1)]));
    open();
    const [tagged, plain] = screen.getAllByRole('article');
    const tags = [...tagged!.querySelectorAll<HTMLElement>('.note-tag')];
    expect(tags.map((tag) => [tag.textContent, tag.style.getPropertyValue('--tag-light')])).toEqual([
      ['Urgent', 'rgb(139 0 0)'],
      ['Night shift', 'rgb(0 0 139)'],
      ['ICU', 'rgb(0 100 0)'],
    ]);
    expect(plain!.querySelector('.note-tag')).toBeNull();
  });

  it('draws at most 60 of 10,000 rows', () => {
    const { happen, open } = show(<NotificationPanel />);
    happen(snapshot(some(10_000), 1));
    open();
    expect(document.querySelectorAll('[data-row]').length).toBeLessThanOrEqual(60);
    expect(document.querySelectorAll('[data-row]').length).toBeGreaterThan(5);
    expect(screen.getByRole('button', { name: 'See More' })).toBeTruthy();
  });

  it('draws at most 60 of 10,000 rows with long histories', () => {
    const { happen, open } = show(<NotificationPanel />);
    happen(
      snapshot(
        some(20_000).map((item, index) => ({ ...item, recordKey: `job:${index % 10_000}` })),
        1,
      ),
    );
    open();
    const rows = document.querySelectorAll('.virtual-list > ul > li');
    expect(rows.length).toBeLessThanOrEqual(60);
    expect(rows[0]!.getAttribute('aria-setsize')).toBe('10000');
  });

  it('is one row per record, with its history in place', async () => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    const of = (sequence: number, facts: Partial<Notification> = {}) =>
      notificationOf(sequence, { recordKey: 'submission:ada', ...facts });
    const settled = { status: 'OFFERED', by: 'Dana Brooks', at: null };
    const past = { read: true, done: false, saved: false, snoozedUntil: null, settled };
    happen(
      snapshot(
        [
          of(9, { subject: 'Offer made', subCategoryCode: 'OFFER_MADE' }),
          of(8),
          of(7, { state: past }),
          notificationOf(6),
        ],
        1,
        null,
        8,
      ),
    );
    open();
    const [row, other, ...further] = screen.getAllByRole('article');
    expect([row!.classList.contains('is-new'), further]).toEqual([true, []]);
    expect(within(other!).queryByRole('button', { name: /earlier/ })).toBeNull();
    happen(recordsCounted({ tab: 'SUBMISSIONS', items: [{ recordKey: 'submission:ada', count: 4, open: 2 }] }));
    const button = within(row!).getByRole('button', { name: '3 earlier notifications, 1 still open' });
    await user.click(button);
    expect(intents.at(-1)).toEqual(historyToggled({ tab: 'SUBMISSIONS', recordKey: 'submission:ada' }));
    expect(button.getAttribute('aria-expanded')).toBe('true');
    happen(historyFound({ tab: 'SUBMISSIONS', recordKey: 'submission:ada', items: [of(2)], more: true }));
    const list = within(row!).getByRole('list', { name: 'Earlier: Offer made' });
    const items = within(list).getAllByRole('listitem');
    expect(items.map((item) => item.querySelector('a, span')!.textContent)).toEqual([
      'Subject 8',
      'Subject 7',
      'Subject 2',
    ]);
    expect(items[1]!.textContent).toContain('Offered by Dana Brooks');
    expect(within(row!).getByRole('button', { name: 'Show earlier notifications' })).toBeTruthy();
    row!.querySelector<HTMLElement>('a')!.focus();
    await user.keyboard('h');
    expect(within(row!).queryByRole('list')).toBeNull();
  });

  it('is snoozed for an hour by the clock of the server, chosen or by key', async () => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(1)));
    open();
    await user.selectOptions(screen.getByLabelText('Snooze'), 'In an hour');
    act(() => screen.getByRole('article').querySelector<HTMLElement>('button')!.focus());
    await user.keyboard('z');
    await user.selectOptions(screen.getByLabelText('Snooze'), 'Next week');
    const sent = intents.filter(rowChanged.match).map(({ payload }) => payload.patch.snoozeMinutes);
    expect(sent).toEqual([60, 60, undefined]);
  });

  it('is snoozed until a date that was typed or picked, once it is sent', async () => {
    const { happen, intents, open, user } = show(<NotificationPanel />);
    happen(snapshot(some(1)));
    open();
    await user.selectOptions(screen.getByLabelText('Snooze'), 'Until a date');
    const field = screen.getByLabelText<HTMLInputElement>('Snooze until');
    const sent = () => intents.filter(rowChanged.match).map(({ payload }) => payload.patch.snoozedUntil);
    // What a browser reports after the first digit of the year.
    fireEvent.change(field, { target: { value: '0002-12-05' } });
    expect([sent(), field.isConnected]).toEqual([[], true]);
    await user.click(screen.getByRole('button', { name: 'Snooze' }));
    expect([sent(), field.validity.rangeUnderflow, field.isConnected]).toEqual([[], true, true]);
    fireEvent.change(field, { target: { value: '2096-12-05' } });
    field.focus();
    await user.keyboard('{Enter}');
    expect([sent().length, sent()[0]?.slice(0, 7), field.isConnected]).toEqual([1, '2096-12', false]);
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

  it('redraws no row when another one arrives above it', () => {
    const { happen, open } = show(<NotificationPanel />);
    let drawn = 0;
    const first = Object.defineProperty(notificationOf(9), 'template', { get: () => ((drawn += 1), '<p>Text</p>') });
    happen(snapshot([first], 1));
    open();
    const before = drawn;
    happen(eventsApplied({ events: [{ sequence: 20_001, notification: notificationOf(20_001) }], live: true }));
    expect([screen.getAllByRole('article').length, before > 0, drawn - before]).toEqual([2, true, 0]);
  });

  it('shows a skeleton until the list has loaded', () => {
    const { open } = show(<NotificationPanel />);
    open();
    expect(screen.getByRole('status', { name: 'Loading notifications' })).toBeTruthy();
  });
});

it('toasts show their category in words, and the rest is counted and opens the panel', async () => {
  const { happen, intents, user } = show(<Toasts user={{ ...USER, ...EVERYTHING }} />);
  happen(toastsShown({ toasts: some(14).map(toastOf) }));
  const region = screen.getByRole('region', { name: 'New notifications' });
  // The summary does not come before the cards, which would push it aside.
  expect(region.textContent).toBe('');
  expect(await within(region).findAllByText('Submissions')).toHaveLength(3);
  await user.click(within(region).getByRole('button', { name: '11 more notifications' }));
  expect(intents.at(-1)!.type).toBe('notifications/bellPressed');
});

it.each<[SubCategoryCode, string, string]>([
  ['NEW_JOB_POSTED', 'Job/Orders', 'warning'],
  ['JOB_UPDATED', 'Job/Orders', 'warning'],
  ['SUBMISSION_CREATED', 'Submissions', 'primary'],
  ['DOCUMENT_UPLOADED', 'Compliance', 'purple'],
  ['ASSIGNMENT_BOOKED', 'Assignments', 'blue'],
  ['TIMESHEET_SUBMITTED', 'Back Office', 'success'],
  ['BROADCAST', 'Nexus VMS', 'tertiary'],
])('the toast of %s is of %s and has the color %s', async (subCategoryCode, kind, color) => {
  const { happen } = show(<Toasts user={{ ...USER, ...EVERYTHING }} />);
  happen(toastsShown({ toasts: [toastOf(notificationOf(1, { subCategoryCode }))] }));
  const toast = (await screen.findByText(kind)).closest<HTMLElement>('.toast')!;
  expect(toast.style.getPropertyValue('--category')).toBe(`var(--category-${color})`);
});

describe('toasts that are left after one was dismissed', () => {
  const three = async () => {
    const shown = show(<Toasts user={{ ...USER, ...EVERYTHING }} />);
    shown.happen(toastsShown({ toasts: some(3).map(toastOf) }));
    const buttons = () => screen.queryAllByRole('button', { name: 'Dismiss' });
    await screen.findAllByRole('button', { name: 'Dismiss' });
    const areHeld = () => {
      const last = shown.intents.filter((each) => toastsHeld.match(each) || toastsReleased.match(each)).at(-1);
      return last !== undefined && toastsHeld.match(last);
    };
    return { ...shown, areHeld, buttons };
  };

  it('by touch expire again', async () => {
    const { areHeld, buttons } = await three();
    act(() => buttons()[0]!.focus());
    expect(areHeld()).toBe(true);
    fireEvent.click(buttons()[0]!, { detail: 1 });
    expect([buttons().length, areHeld(), focused()]).toEqual([2, false, 'nothing']);
  });

  it('wait while the pointer is still on them', async () => {
    const { areHeld, buttons } = await three();
    fireEvent.click(buttons()[0]!, { detail: 1 });
    fireEvent.pointerMove(buttons()[0]!);
    expect(areHeld()).toBe(true);
  });

  it('by keyboard wait while the focus is on them, which goes from one to the next and at last to the page', async () => {
    const page = document.body.appendChild(document.createElement('main'));
    Object.assign(page, { id: 'page', tabIndex: -1 });
    const { areHeld, buttons, user } = await three();
    act(() => buttons()[1]!.focus());
    await user.keyboard('{Enter}');
    expect([buttons().length, areHeld(), focused()]).toEqual([2, true, 'Dismiss']);
    await user.keyboard('{Enter}{Enter}');
    expect([buttons().length, areHeld(), document.activeElement]).toEqual([0, false, page]);
  });

  it('expire again after one was followed', async () => {
    const { areHeld, happen, user } = await three();
    happen(toastDismissed({ id: notificationOf(3).id }));
    happen(toastsShown({ toasts: [toastOf(notificationOf(9, { entityId: '00000000-0000-4000-8000-0000000000e1' }))] }));
    act(() => screen.getByRole('link', { name: 'Subject 9' }).focus());
    await user.keyboard('{Enter}');
    expect([screen.queryByText('Subject 9'), areHeld()]).toEqual([null, false]);
  });
});

it('the summary of an absence comes with the feed, so that no toast pushes it up', () => {
  const { happen } = show(<Away />);
  const absence = { since: '2026-01-14T18:00:00.000Z', until: '2026-01-15T06:00:00.000Z' };
  happen(awayArrived({ absence, kinds: [{ kind: 'SUBMISSION_CREATED', tab: 'SUBMISSIONS', came: 3, waiting: 2 }] }));
  expect(screen.queryByRole('region', { name: 'While you were away' })).toBeNull();
  happen(snapshot([]));
  expect(screen.getByRole('region', { name: 'While you were away' }).textContent).toContain(
    '3 arrived, 2 are still open.',
  );
});

it('the summary of an absence leaves the focus to the page when it is dismissed', async () => {
  const { happen, intents, user } = show(
    <>
      <main id="page" tabIndex={-1} aria-label="Page" />
      <Away />
    </>,
  );
  const absence = { since: '2026-01-14T18:00:00.000Z', until: '2026-01-15T06:00:00.000Z' };
  happen(awayArrived({ absence, kinds: [{ kind: 'SUBMISSION_CREATED', tab: 'SUBMISSIONS', came: 3, waiting: 2 }] }));
  happen(snapshot([]));
  act(() => screen.getByRole('button', { name: 'Dismiss this summary' }).focus());
  await user.keyboard('{Enter}');
  expect([intents.some(awayDismissed.match), focused()]).toEqual([true, 'Page']);
});

function Panel() {
  return useAppSelector(selectPanel).open ? <NotificationPanel /> : null;
}

it('the panel that the summary of toasts opens returns the focus to the bell', async () => {
  const { happen, open, user } = show(
    <>
      <Bell />
      <Toasts user={{ ...USER, ...EVERYTHING }} />
      <Panel />
    </>,
  );
  happen(toastsShown({ toasts: some(14).map(toastOf) }));
  const summary = await screen.findByRole('button', { name: '11 more notifications' });
  act(() => summary.focus());
  await user.keyboard('{Enter}');
  open();
  expect([summary.isConnected, focused()]).toEqual([false, 'Close Notifications']);
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Notifications');
});

it('the focus stays in the row when Undo is gone', async () => {
  const record = '00000000-0000-4000-8000-0000000000e1';
  const { happen } = show(
    <article>
      <a href="#record">Subject</a>
      <RowActions kind="submission" id={record} />
    </article>,
  );
  const result = { tone: 'positive', text: 'You approved it.', undo: { type: 'test/undone' } } as const;
  happen(actionSettled({ id: record, result }));
  const undo = screen.getByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  happen(undoOver({ id: record }));
  expect([undo.isConnected, focused()]).toEqual([false, 'Subject']);
});

describe('foreign HTML', () => {
  const shown = (html: string) => {
    const { container } = render(<SafeHtml html={html} text="the subject" />);
    return container.firstElementChild!;
  };
  it('keeps its structure and its links, which have no access to this page', () => {
    const place = shown('<p>Ada <strong>Quinn</strong>, <a href="https://example.org/x">job</a></p>');
    expect(place.innerHTML).toBe(
      '<p>Ada <strong>Quinn</strong>, <a href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow">job</a></p>',
    );
  });
  it.each([
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/\\evil.example">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<p style="position:fixed" class="toast" id="root" onclick="x()">x</p>', '<p>x</p>'],
    ['<form action="/x"><input name="a"><button>go</button></form>', 'go'],
    ['<style>*{display:none}</style>x', 'x'],
    ['<iframe src="/"></iframe><object data="/"></object><link rel=stylesheet href=//e><base href=//e>x', 'x'],
  ])('%s becomes “%s”', (html, safe) => expect(shown(html).innerHTML).toBe(safe));

  it('is shown as the subject if it cannot be sanitized', () => {
    jest.doMock('react', () => React);
    jest.doMock('dompurify', () => () => ({
      addHook: () => {},
      sanitize: () => {
        throw new Error('broken');
      },
    }));
    let Broken = SafeHtml;
    jest.isolateModules(() => {
      Broken = jest.requireActual<{ readonly SafeHtml: typeof SafeHtml }>('../../src/ui/SafeHtml').SafeHtml;
    });
    const { container } = render(<Broken html="<p>x</p>" text="the subject" />);
    expect(container.textContent).toBe('the subject');
  });
});
