/** @jest-environment jsdom */
/** The live board: what holds its list, where the focus is, and its alarms. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import type { Alarm } from '../../contract/board/alarms.endpoints';
import { NOTIFICATION_TABS } from '../../contract/notifications/categories';
import {
  alarmEnded,
  boardStateArrived,
  boardEntriesReducers,
  entryBegun,
  entryEnded,
  takeOverBegun,
  takeOverEnded,
  takeOverPressed,
  type BoardEntry,
  type Handover,
} from '../../sagas/features/liveBoard/boardEntries.slice';
import { boardOpened, boardRead, liveBoardReducers } from '../../sagas/features/liveBoard/liveBoard.slice';
import { eventsApplied, feedViewChanged, snapshotArrived } from '../../sagas/features/notifications/feed/feed.slice';
import { notificationsReducer } from '../../sagas/features/notifications/notifications.reducer';
import { BoardAlarms } from '../../src/screens/liveBoard/BoardAlarms';
import { BoardHandovers, HandoverDialog } from '../../src/screens/liveBoard/BoardHandover';
import { BoardList } from '../../src/screens/liveBoard/BoardList';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { notificationOf } from '../support/notificationServer';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

const NOTIFICATION = notificationOf(7);
const ENTRY: BoardEntry = {
  notificationId: NOTIFICATION.id,
  version: 1,
  assigneeId: 'u1',
  assignee: 'Adrian Kowalski',
  assignedAt: '2026-01-15T09:00:00.000Z',
  acknowledgedBy: 'Adrian Kowalski',
  acknowledgedAt: '2026-01-15T09:00:00.000Z',
};

/** The board with one notification, as its sagas leave it. */
function open(dialog: ReactNode = null, isWall = false) {
  const sent: Action[] = [];
  const base = signedIn({ permissions: ['MENU_SUBMISSIONS'] }, '/vms/notifications/live');
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => {
      sent.push(action);
      return {
        ...after(state ?? base, action),
        liveBoard: liveBoardReducers.liveBoard(state?.liveBoard, action),
        boardEntries: boardEntriesReducers.boardEntries(state?.boardEntries, action),
        notifications: notificationsReducer(state?.notifications, action),
      };
    },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }),
  });
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: '/vms/notifications/live', search: '', key: 'k' }}>
        <section>
          <h1 tabIndex={-1}>Live Board</h1>
          <BoardAlarms isWall={isWall} />
          <BoardHandovers isWall={isWall} />
          <BoardList />
        </section>
        {dialog}
      </ShellRouter>
    </Provider>,
  );
  const happen = (action: Action) => act(() => void store.dispatch(action));
  happen(boardOpened());
  happen(
    snapshotArrived({
      snapshot: {
        sequence: 10,
        sticky: [],
        stickyCount: 0,
        notificationLastReadDate: null,
        notificationCategoryTemplateDTOs: [
          {
            categoryCode: 'SUBMISSIONS',
            notificationCount: 1,
            freshCount: 1,
            seenUpTo: 0,
            notifications: [NOTIFICATION],
            more: false,
          },
        ],
      },
    }),
  );
  const isHeld = () => store.getState().liveBoard?.focused === true;
  return { happen, isHeld, sent, user: userEvent.setup({ delay: null }) };
}

const acknowledge = () => screen.getByRole('button', { name: `Acknowledge ${NOTIFICATION.subject}` });
const acknowledged = entryEnded({ notificationId: NOTIFICATION.id, entry: ENTRY });

it('keeps the focus in the row that was acknowledged, and is held only until the focus leaves it', async () => {
  const { happen, isHeld, user } = open();
  await user.click(acknowledge());
  expect(isHeld()).toBe(true);
  happen(acknowledged);
  expect(document.activeElement?.className).toBe('note-subject');
  expect(isHeld()).toBe(true);
  await user.click(document.body);
  expect(isHeld()).toBe(false);
});

it('keeps the focus in a row that a colleague has acknowledged', () => {
  const { happen } = open();
  act(() => acknowledge().focus());
  happen(acknowledged);
  expect(document.activeElement?.className).toBe('note-subject');
});

it('takes no focus for a row that a colleague has acknowledged', () => {
  const { happen } = open();
  happen(acknowledged);
  expect(document.activeElement).toBe(document.body);
});

const assignee = () => screen.getByRole<HTMLSelectElement>('combobox', { name: `Assign ${NOTIFICATION.subject}` });
const PEOPLE = Array.from({ length: 500 }, (_, index) => ({ userId: `p${index}`, name: `Person ${index}` }));
const shared = boardStateArrived({
  ...{ boardId: 'board', asOf: '2026-01-15T09:00:00.000Z', entries: [ENTRY], people: PEOPLE },
  ...{ handovers: [], hasOlderHandovers: false, lastTakenOver: null, alarms: [] },
});

it('has the colleagues as options once the assignee is focused, also an assignee beyond those listed', async () => {
  const { happen, user } = open();
  happen(shared);
  const optionsOf = () => [...assignee().options].map(({ text }) => text);
  expect([optionsOf(), assignee().value]).toEqual([['Unassigned', 'Adrian Kowalski'], 'u1']);
  while (document.activeElement !== assignee()) await user.tab();
  expect([optionsOf().length, optionsOf()[1], assignee().value]).toEqual([502, 'Adrian Kowalski', 'u1']);
});

it('has the colleagues as options when a pointer opens it', () => {
  const { happen } = open();
  happen(shared);
  fireEvent.pointerDown(assignee());
  expect(assignee().options).toHaveLength(502);
});

it('keeps the focus on the assignee while a choice is being saved, and after it', async () => {
  const { happen } = open();
  happen(shared);
  const select = assignee();
  act(() => select.focus());
  happen(entryBegun({ notificationId: NOTIFICATION.id }));
  expect([select.disabled, select.getAttribute('aria-disabled'), document.activeElement === select]).toEqual([
    false,
    'true',
    true,
  ]);
  const after = { ...ENTRY, version: 2, assigneeId: 'p3', assignee: 'Person 3' };
  happen(entryEnded({ notificationId: NOTIFICATION.id, entry: after }));
  expect([assignee() === select, select.value, document.activeElement === select]).toEqual([true, 'p3', true]);
  expect(select.getAttribute('aria-disabled')).toBeNull();
});

it('is live again once what had the focus is gone', () => {
  const { happen, isHeld } = open();
  happen(boardRead({ focused: true }));
  happen(eventsApplied({ events: [{ sequence: 11, notification: notificationOf(11) }], live: true }));
  expect(isHeld()).toBe(false);
});

const ALARM: Alarm = {
  ...{ alarmId: 'a1', name: 'Nights', text: 'More than 3 timesheets were disputed.' },
  ...{ raisedAt: '2026-01-15T09:00:00.000Z', acknowledgedBy: null, acknowledgedAt: null },
  ...{ escalatedAt: null, calmSince: null },
};
const HANDOVER: Handover = {
  ...{ handoverId: 'h1', note: 'Two open shifts.', author: 'Dana Brooks', createdAt: '2026-01-15T09:00:00.000Z' },
  ...{ acknowledgedBy: null, acknowledgedAt: null },
};
const board = (facts: Partial<ReturnType<typeof boardStateArrived>['payload']>) =>
  boardStateArrived({ ...shared.payload, ...facts });

it('announces also the first alarm: its live region is there before it', () => {
  const { happen } = open();
  const region = screen.getByRole('list', { name: 'Alarms' });
  expect([region.getAttribute('aria-live'), region.childNodes.length]).toEqual(['assertive', 0]);
  happen(board({ alarms: [ALARM] }));
  expect(screen.getByRole('list', { name: 'Alarms' })).toBe(region);
  expect(region.textContent).toContain('Nights');
});

it('says in a sentence who acknowledged what, and when', () => {
  const { happen } = open();
  const acknowledgedAt = '2026-01-15T09:01:00.000Z';
  const alarm = { ...ALARM, escalatedAt: acknowledgedAt, acknowledgedBy: 'Dana Brooks', acknowledgedAt };
  happen(board({ alarms: [alarm], entries: [{ ...ENTRY, assigneeId: null, assignee: null, assignedAt: null }] }));
  const moment = 'on Jan 1\\d, \\d+:\\d\\d.[AP]M';
  expect(screen.getByRole('list', { name: 'Alarms' }).textContent).toMatch(
    new RegExp(`, escalated ${moment}, acknowledged by Dana Brooks ${moment}$`),
  );
  expect(
    screen.getByText(new RegExp(`^Acknowledged by Adrian Kowalski ${moment}; now unassigned$`)).getAttribute('role'),
  ).toBe('status');
});

it('keeps the focus on an alarm that was acknowledged, and takes it to the heading once the alarm is cleared', () => {
  const { happen } = open();
  happen(board({ alarms: [ALARM] }));
  act(() => screen.getByRole('button', { name: 'Acknowledge alarm Nights' }).focus());
  const acknowledgedAt = '2026-01-15T09:01:00.000Z';
  happen(alarmEnded({ alarmId: 'a1', alarm: { ...ALARM, acknowledgedBy: 'Dana Brooks', acknowledgedAt } }));
  expect(document.activeElement).toBe(within(screen.getByRole('list', { name: 'Alarms' })).getByRole('listitem'));
  happen(board({ alarms: [] }));
  expect(focused()).toBe('Live Board');
});

it('takes the focus to the heading also when the alarm is cleared while the window is in the background', () => {
  const { happen } = open();
  happen(board({ alarms: [ALARM] }));
  const button = screen.getByRole('button', { name: 'Acknowledge alarm Nights' });
  act(() => button.focus());
  // A window that is left reports a blur, and its focus stays where it is.
  fireEvent.blur(button);
  happen(board({ alarms: [] }));
  expect(focused()).toBe('Live Board');
});

it('takes no focus that has left the alarm before it is cleared', () => {
  const { happen } = open();
  happen(board({ alarms: [ALARM] }));
  const button = screen.getByRole('button', { name: 'Acknowledge alarm Nights' });
  act(() => button.focus());
  act(() => button.blur());
  happen(board({ alarms: [] }));
  expect(document.activeElement).toBe(document.body);
});

const SECOND: Handover = { ...HANDOVER, handoverId: 'h2', note: 'Bed 4 is waiting.', author: 'Robin Lee' };
const takenOver = (handover: Handover) => {
  const facts = { acknowledgedBy: 'Adrian Kowalski', acknowledgedAt: '2026-01-15T09:01:00.000Z' };
  return takeOverEnded({ handoverId: handover.handoverId, handover: { ...handover, ...facts } });
};
const notes = () => screen.queryAllByRole('region', { name: /^Handover from / });
const takeOver = (author: string) =>
  screen.getByRole('button', { name: new RegExp(`^Take over from ${author}, Jan 1`) });

it('shows each open note, in a live region that is there before them, with a button that takes over this note', async () => {
  const { happen, sent, user } = open();
  const region = document.querySelector('.board-handovers');
  expect([region?.getAttribute('aria-live'), region?.childNodes.length]).toEqual(['polite', 0]);
  happen(board({ handovers: [HANDOVER] }));
  const [first] = notes();
  happen(board({ handovers: [HANDOVER, SECOND] }));
  expect([notes()[0] === first, notes().every((note) => region?.contains(note))]).toEqual([true, true]);
  expect(notes().map(({ firstChild }) => firstChild?.textContent)).toEqual(['Two open shifts.', 'Bed 4 is waiting.']);
  await user.click(takeOver('Robin Lee'));
  expect(sent.filter(takeOverPressed.match).map(({ payload }) => payload)).toEqual([{ handoverId: 'h2' }]);
  happen(takeOverBegun({ handoverId: 'h2' }));
  expect(['Dana Brooks', 'Robin Lee'].map((author) => takeOver(author).getAttribute('aria-busy'))).toEqual([
    null,
    'true',
  ]);
});

it('takes the focus to the next note when one was taken over, and to the heading after the last', () => {
  const { happen } = open();
  happen(board({ handovers: [HANDOVER, SECOND] }));
  act(() => takeOver('Dana Brooks').focus());
  happen(takenOver(HANDOVER));
  expect([notes().length, document.activeElement === notes()[0]]).toEqual([1, true]);
  expect(focused()).toMatch(/^Handover from Robin Lee, Jan 1/);
  act(() => takeOver('Robin Lee').focus());
  happen(takenOver(SECOND));
  expect([notes().length, focused()]).toEqual([0, 'Live Board']);
});

it('on a wall, where no one scrolls, says how many notes there are, and shows the newest first', () => {
  const { happen } = open(null, true);
  happen(board({ handovers: [HANDOVER] }));
  expect(screen.queryByText(/notes are waiting/)).toBeNull();
  happen(board({ handovers: [HANDOVER, SECOND] }));
  expect(screen.getByText('2 notes are waiting to be taken over. The newest is first.')).not.toBeNull();
  expect(notes().map(({ firstChild }) => firstChild?.textContent)).toEqual(['Bed 4 is waiting.', 'Two open shifts.']);
  expect(screen.queryByRole('button', { name: /^Take over/ })).toBeNull();
});

it('says that there are older notes than those shown', () => {
  const { happen } = open();
  happen(board({ handovers: [HANDOVER], hasOlderHandovers: true }));
  expect(screen.getByText(/^Older notes are also open\. They are shown once some of these/)).not.toBeNull();
});

it('says who was the last to take over where a note is written', () => {
  const { happen } = open(<HandoverDialog onClose={() => undefined} />);
  happen(board({ handovers: [SECOND] }));
  happen(takenOver(HANDOVER));
  expect(screen.getByText(/^Adrian Kowalski was the last to take over, Jan 1\d, \d+:\d\d.[AP]M\.$/)).not.toBeNull();
});

it('keeps the focus in the list when the new ones are shown, and is not held by it', () => {
  const { happen, isHeld } = open();
  happen(feedViewChanged({ tabs: [], shownUpTo: 10 }));
  happen(eventsApplied({ events: [{ sequence: 11, notification: notificationOf(11) }], live: true }));
  act(() => screen.getByRole('button', { name: '1 new' }).focus());
  happen(feedViewChanged({ tabs: NOTIFICATION_TABS, shownUpTo: null }));
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull();
  expect([focused().startsWith('Notifications'), isHeld()]).toEqual([true, false]);
});
