/** @jest-environment jsdom */
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { taskAssigned, taskAssignmentReducers, taskPeopleKnown } from '../../sagas/features/tasks/assignment.slice';
import {
  calendarMoved,
  monthArrived,
  tasksReducer,
  todayKnown,
  type Task,
} from '../../sagas/features/tasks/tasks.slice';
import type { Calendar } from '../../sagas/features/tasks/tasks.selectors';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { Agenda, DayTasks, TaskItem } from '../../src/screens/tasks/DayTasks';
import { CalendarView } from '../../src/screens/tasks/CalendarView';
import { MonthGrid } from '../../src/screens/tasks/MonthGrid';
import { testStore } from './support/show';
import { after, signedIn } from './support/states';

const [ME, ONE, OTHER] = [1, 2, 3].map((number) => `c0000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
  string,
];
const PEOPLE = [
  { value: ME, label: 'Keller, Maria' },
  { value: ONE, label: 'Brooks, Dana (dana.1)' },
  { value: OTHER, label: 'Brooks, Dana (dana.2)' },
];
const TASK: Task = {
  id: 'c0000000-0000-4000-8000-000000000009',
  title: 'Call the unit',
  kind: 'OTHER',
  status: 'OPEN',
  dueOn: '2026-01-15',
  assignee: 'Brooks, Dana',
  assigneeId: OTHER,
  subject: null,
  subjectId: null,
  subjectNumber: null,
  notes: null,
};

function show(task: Task) {
  const { taskAssignment: assigned } = taskAssignmentReducers;
  const taskAssignment = assigned(undefined, taskPeopleKnown({ people: PEOPLE, me: ME }));
  const { store, intents } = testStore({ ...signedIn(), taskAssignment }, (action, state) => ({
    ...state,
    taskAssignment: assigned(state.taskAssignment, action),
  }));
  render(
    <Provider store={store}>
      <TaskItem shown={{ task, changing: false, isOverdue: false }} />
    </Provider>,
  );
  const menu = screen.getByLabelText<HTMLSelectElement>('Assigned to');
  return { menu, intents, chosen: () => menu.selectedOptions[0]?.textContent, user: userEvent.setup({ delay: null }) };
}

it('a task is reassigned from one colleague to another of the same name', async () => {
  const { menu, intents, chosen, user } = show(TASK);
  expect(chosen()).toBe('Brooks, Dana (dana.2)');
  await user.selectOptions(menu, 'Brooks, Dana (dana.1)');
  expect(intents.at(-1)).toEqual(taskAssigned({ taskId: TASK.id, title: TASK.title, userId: ONE, replaces: OTHER }));
});

it('the menu of a task keeps the focus while its choice is being saved, and takes no other', async () => {
  const { menu, intents, user } = show(TASK);
  act(() => menu.focus());
  await user.selectOptions(menu, 'Brooks, Dana (dana.1)');
  // A disabled control loses the focus in a browser.
  expect([menu.disabled, menu.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await user.selectOptions(menu, 'Unassigned');
  expect(intents).toHaveLength(1);
});

it.each([
  ['of someone who cannot be chosen any longer', { assigneeId: TASK.id }, 'Brooks, Dana'],
  ['of no one', { assignee: null, assigneeId: null }, 'Unassigned'],
  ["of the user's own", { assignee: 'Keller, Maria', assigneeId: ME }, 'Keller, Maria (me)'],
])('a task %s says so', (_, facts, text) => expect(show({ ...TASK, ...facts }).chosen()).toBe(text));

describe('a calendar whose tasks are not there', () => {
  const cell = { inMonth: true, isToday: false, isChosen: true, tasks: [] };
  const calendarOf = (facts: Pick<Calendar, 'isThere' | 'error'>): Calendar => ({
    month: '2026-01',
    day: '2026-01-15',
    today: '2026-01-15',
    weeks: [[{ ...cell, day: '2026-01-15' }]],
    chosen: [],
    ...facts,
  });
  function shown(facts: Pick<Calendar, 'isThere' | 'error'>) {
    const calendar = calendarOf(facts);
    const { store } = testStore(signedIn());
    const { container } = render(
      <Provider store={store}>
        <MonthGrid calendar={calendar} />
        <DayTasks day={calendar.day} tasks={[]} isThere={calendar.isThere} error={calendar.error} />
        <Agenda calendar={calendar} showsEarlier={false} onEarlier={() => undefined} />
      </Provider>,
    );
    return {
      day: container.querySelector('td .visually-hidden')?.textContent,
      loading: screen.queryAllByText('Loading…').length,
      nothing: screen.queryAllByText(/^Nothing is due/).length,
    };
  }

  it.each([
    ['are loading', { isThere: false, error: null }, { day: 'Thursday, January 15, 2026', loading: 2, nothing: 0 }],
    [
      'failed to load',
      { isThere: false, error: 'Try again.' },
      { day: 'Thursday, January 15, 2026', loading: 0, nothing: 0 },
    ],
    [
      'are none',
      { isThere: true, error: null },
      { day: 'Thursday, January 15, 2026, no tasks', loading: 0, nothing: 2 },
    ],
    [
      'were none before they failed to load',
      { isThere: true, error: 'Try again.' },
      { day: 'Thursday, January 15, 2026, no tasks', loading: 0, nothing: 2 },
    ],
  ])('because they %s', (_, facts, texts) => expect(shown(facts)).toEqual(texts));
});

describe('a month with tasks', () => {
  const number = (subjectNumber: number, facts: Partial<Task>): Task => ({
    ...{ ...TASK, id: `c0000000-0000-4000-8000-0000000${subjectNumber}`, subjectId: ONE, subjectNumber },
    ...{ title: `Decide on the extension of assignment ${subjectNumber}`, kind: 'EXTENSION', subject: 'ASSIGNMENT' },
    ...facts,
  });
  const TASKS = [
    number(70001, { dueOn: '2025-12-30', status: 'DONE' }),
    number(70002, { dueOn: '2026-01-06' }),
    ...[3, 4, 5, 6].map((each) => number(70000 + each, { dueOn: '2026-01-15' })),
    number(70007, { dueOn: '2026-01-31', kind: 'OTHER', subject: 'JOB' }),
  ];
  const search = '?view=calendar&month=2026-01&day=2026-01-08';
  function open(width: number) {
    const location = { pathname: '/vms/vms-task', search, key: 'k' };
    const state = after(
      signedIn({ organizationType: 'VMS' }, '/vms/vms-task', width),
      pageMoved({ location, by: 'push' }),
    );
    const known = { today: '2026-01-15', month: '2026-01', clientId: null, tasks: TASKS };
    const tasks = tasksReducer(tasksReducer(undefined, todayKnown(known)), monthArrived(known));
    const { store, intents } = testStore({ ...state, tasks });
    render(
      <Provider store={store}>
        <CalendarView />
      </Provider>,
    );
    return { intents, user: userEvent.setup({ delay: null }) };
  }
  const days = () => screen.getAllByRole('region', { name: /^Tasks of/ }).map((day) => day.getAttribute('aria-label'));

  it('begins on a phone with the chosen day or the next one with tasks, and shows the earlier ones on request', async () => {
    const { intents, user } = open(390);
    const LATER = ['Tasks of Thursday, January 15, 2026', 'Tasks of Saturday, January 31, 2026'];
    expect(days()).toEqual(LATER);
    const earlier = screen.getByRole('button', { name: 'Earlier days (1 open of 2 tasks)', expanded: false });
    await user.click(earlier);
    expect(days()).toEqual(['Tasks of Tuesday, December 30, 2025', 'Tasks of Tuesday, January 6, 2026', ...LATER]);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(intents.at(-1)).toEqual(calendarMoved({ month: '2026-01', day: '2026-01-15', step: true }));
    expect([days(), earlier.getAttribute('aria-expanded')]).toEqual([LATER, 'false']);
  });

  it('tells the tasks of a day apart by kind and number, with the title as their tooltip', () => {
    open(1440);
    const shown = (name: RegExp) => [
      ...within(screen.getByRole('gridcell', { name })).getByRole('button').querySelectorAll('.day-task, .day-more'),
    ];
    const full = shown(/January 15/);
    expect(full.map(({ textContent }) => textContent)).toEqual([
      'Extension 70003',
      'Extension 70004',
      'Extension 70005',
      '4 in all',
    ]);
    expect(full[0]!.getAttribute('title')).toBe('Decide on the extension of assignment 70003');
  });
});
