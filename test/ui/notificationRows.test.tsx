/** @jest-environment jsdom */
/** The rows of the panel of notifications: what they show, their keys, and where the focus goes when one leaves. */
import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import type { Notification } from '../../contract/notifications/notification';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { rowChanged } from '../../sagas/features/notifications/notifications.intents';
import { undoOffered } from '../../sagas/features/notifications/panel/panel.slice';
import { actionSettled, undoOver } from '../../sagas/features/recordActions/recordActions.slice';
import { notificationOf } from '../support/notificationServer';
import { focused } from './support/focused';
import { NotificationPanel, RowActions, show } from './support/showNotifications';
import { historyFound, historyToggled, recordsCounted } from '../../sagas/features/notifications/panel/rows.slice';
import { snapshot, some } from './support/notificationFeed';

afterEach(() => document.body.replaceChildren());

describe('the panel', () => {
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

  describe('a swipe', () => {
    /** A row, and what the touches have done. */
    function opened() {
      const { happen, intents, open } = show(<NotificationPanel />);
      happen(snapshot(some(1)));
      open();
      const row = screen.getByRole('article');
      const touch = (type: 'pointerDown' | 'pointerUp' | 'pointerCancel', facts: Partial<PointerEvent> = {}) => {
        const touched = { pointerType: 'touch', pointerId: 1, isPrimary: true, clientX: 0, clientY: 0, ...facts };
        // A window in a test has no PointerEvent.
        fireEvent(row, Object.assign(createEvent[type](row), touched));
      };
      return { touch, patches: () => intents.filter(rowChanged.match).map(({ payload }) => payload.patch) };
    }
    const second = { pointerId: 2, isPrimary: false };

    it.each([
      ['to the right marks it as done', 160, { done: true }],
      ['to the left snoozes it for an hour', -160, { snoozeMinutes: 60 }],
    ])('%s', (_, clientX, patch) => {
      const { touch, patches } = opened();
      touch('pointerDown');
      touch('pointerUp', { clientX });
      expect(patches()).toEqual([expect.objectContaining(patch)]);
    });

    it('of two fingers does nothing', () => {
      const { touch, patches } = opened();
      touch('pointerDown');
      touch('pointerDown', { ...second, clientX: 120 });
      touch('pointerUp', { ...second, clientX: 300 });
      touch('pointerUp', { clientX: -160 });
      expect(patches()).toEqual([]);
    });

    it('does nothing when another finger is lifted', () => {
      const { touch, patches } = opened();
      touch('pointerDown');
      touch('pointerUp', { ...second, clientX: 160 });
      expect(patches()).toEqual([]);
      touch('pointerUp', { clientX: 160 });
      expect(patches()).toHaveLength(1);
    });

    it('that the browser takes over does nothing', () => {
      const { touch, patches } = opened();
      touch('pointerDown');
      touch('pointerCancel', { clientX: 120 });
      touch('pointerUp', { clientX: 160 });
      expect(patches()).toEqual([]);
    });
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
