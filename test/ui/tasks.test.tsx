/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { taskAssigned, taskAssignmentReducers, taskPeopleKnown } from '../../sagas/features/tasks/assignment.slice';
import type { Task } from '../../sagas/features/tasks/tasks.slice';
import type { Calendar } from '../../sagas/features/tasks/tasks.selectors';
import { Agenda, DayTasks, TaskItem } from '../../src/screens/tasks/DayTasks';
import { MonthGrid } from '../../src/screens/tasks/MonthGrid';
import { testStore } from './support/show';
import { signedIn } from './support/states';

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
  const taskAssignment = taskAssignmentReducers.taskAssignment(undefined, taskPeopleKnown({ people: PEOPLE, me: ME }));
  const { store, intents } = testStore({ ...signedIn(), taskAssignment });
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
        <Agenda calendar={calendar} />
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
