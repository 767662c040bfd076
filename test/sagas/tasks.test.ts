/** The calendar's rules, and the life of a task in virtual time. */
import fc from 'fast-check';
import type { EndpointName } from '../../contract/endpoints';
import { idOf } from '../../contract/records/links';
import type { HttpAnswer } from '../../sagas/base/ports/network';
import { addDays, addMonths, weekday, weeksOf } from '../../sagas/base/calendar';
import { toNextLocalDay } from '../../sagas/base/dates';
import { taskAssigned } from '../../sagas/features/tasks/assignment.slice';
import { dayByKey, isCalendarDay, readPlace, writePlace } from '../../sagas/features/tasks/calendar.rules';
import { selectCalendar, selectOpenedTask, selectTaskPeople } from '../../sagas/features/tasks/tasks.selectors';
import {
  calendarMoved,
  taskChanged,
  taskOpened,
  taskStatusChosen,
  tasksViewChosen,
  selectTasksDue,
  type Task,
} from '../../sagas/features/tasks/tasks.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { world } from '../support/notificationTab';
import { ok, token } from '../support/scriptedServer';
import { createBrowser } from '../support/browser';
import { openTab } from '../support/tab';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';
import { selectNotices } from '../../sagas/base/notices/notices.slice';

describe('a month', () => {
  it('consists of whole weeks from Sunday to Saturday with all of its days, in any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2100 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
        const month = `${year}-${String(number).padStart(2, '0')}`;
        const days = weeksOf(month).flat();
        expect(days.length % 7).toBe(0);
        expect(weekday(days[0]!)).toBe(0);
        expect(days.filter((day) => day.startsWith(month))).toHaveLength(
          new Date(Date.UTC(year, number, 0)).getUTCDate(),
        );
        expect(days.every((day, at) => at === 0 || day === addDays(days[at - 1]!, 1))).toBe(true);
      }),
    );
  });

  it.each([
    ['ArrowLeft', '2026-03-01', '2026-02-28'],
    ['ArrowRight', '2026-12-31', '2027-01-01'],
    ['ArrowUp', '2026-11-03', '2026-10-27'],
    ['ArrowDown', '2026-11-28', '2026-12-05'],
    ['PageUp', '2026-03-31', '2026-02-28'],
    ['PageDown', '2026-12-15', '2027-01-15'],
    ['Home', '2026-11-21', '2026-11-15'],
    ['End', '2026-11-15', '2026-11-21'],
    ['Enter', '2026-11-15', null],
    ['ArrowLeft', '1990-01-01', null],
  ])('%s leads from %s to %s', (key, from, to) => expect(dayByKey(from, key)).toBe(to));

  it('knows shorter months and leap years', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-01-31', -1)).toBe('2025-12-31');
    expect(isCalendarDay('2026-02-29')).toBe(false);
  });

  it('is read back from the address, and any other text is tolerated', () => {
    const today = '2026-11-21';
    const place = { month: '2026-02', day: '2026-02-14' };
    expect(readPlace(new URLSearchParams(writePlace(new URLSearchParams(), place)), today)).toEqual(place);
    expect(readPlace(new URLSearchParams(), today)).toEqual({ month: '2026-11', day: today });
    expect(readPlace(new URLSearchParams('month=2026-02'), today)).toEqual({ month: '2026-02', day: '2026-02-01' });
    fc.assert(
      fc.property(fc.string(), fc.string(), (month, day) => {
        const read = readPlace(new URLSearchParams({ month, day }), today);
        expect(weeksOf(read.month).flat()).toContain(read.day);
      }),
    );
  });
});

const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
/** How a proxy answers that has lost the server. */
const PROXY = '<html><h1>Bad Gateway</h1></html>';
const TASK: Task = {
  id: 'c0000000-0000-4000-8000-000000000001',
  title: 'Review job 104000',
  kind: 'JOB_REVIEW',
  status: 'OPEN',
  dueOn: '2026-01-15',
  assignee: null,
  assigneeId: null,
  subject: 'JOB',
  subjectId: null,
  subjectNumber: 104000,
  notes: null,
};

async function atTasks(answers: Partial<Record<EndpointName, HttpAnswer | 'unreachable'>> = {}, user: object = {}) {
  const clock = createVirtualClock();
  const scripted: Partial<Record<EndpointName, HttpAnswer | 'unreachable'>> = {
    sessionCheck: json({ accessStatus: 'LOGGED_IN', userName: USER.userName }),
    token: json(token()),
    userInfo: json({ ...USER, permissions: [], ...user }),
    listSearch: json({ rows: [], total: 0, page: 1, size: 50 }),
    tasksDueToday: json({ count: 2 }),
    tasksBetween: json({ today: '2026-01-15', tasks: [TASK] }),
    taskStatus: json({ ...TASK, status: 'DONE' }),
    ...answers,
  };
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: ({ endpoint }, _, reply) =>
      void clock.at(30, () => reply(scripted[endpoint] ?? json({ errorCode: 'not.found', errorMessage: 'No.' }, 404))),
  });
  tab.goTo('/vms/vms-task');
  tab.start();
  await clock.advance(500);
  const count = (endpoint: EndpointName) => tab.sent.filter((call) => call.endpoint === endpoint).length;
  const dispatch = async (action: Parameters<typeof tab.store.dispatch>[0], ms = 100) => {
    tab.store.dispatch(action);
    await clock.advance(ms);
  };
  const firstOf = () =>
    selectCalendar(tab.state())!
      .weeks.flat()
      .find(({ isToday }) => isToday)?.tasks[0];
  return { tab, clock, count, dispatch, firstOf, scripted };
}

describe('tasks', () => {
  it('are counted a second after the shell has opened, only for managing organizations', async () => {
    const { tab, clock, count } = await atTasks();
    expect(count('tasksDueToday')).toBe(0);
    await clock.advance(1_000);
    expect(selectTasksDue(tab.state())).toBe(2);
    const other = await atTasks({}, { userType: 'CLIENT', organizationType: 'CLIENT' });
    await other.clock.advance(5_000);
    expect(other.count('tasksDueToday')).toBe(0);
  });

  it('are loaded once per month, not per day, and not while the list is shown', async () => {
    const { dispatch, count, tab } = await atTasks();
    expect(count('tasksBetween')).toBe(0);
    expect(count('listSearch')).toBe(1);
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(calendarMoved({ month: '2026-01', day: '2026-01-20', step: false }));
    expect(count('tasksBetween')).toBe(1);
    await dispatch(calendarMoved({ month: '2026-02', day: '2026-02-20', step: true }));
    expect(count('tasksBetween')).toBe(2);
    expect(tab.sent.at(-1)).toMatchObject({ query: { from: '2026-02-01', to: '2026-02-28' } });
    expect(count('listSearch')).toBe(1);
  });

  it('of the calendar are those of the chosen facility, as in the list', async () => {
    const { dispatch, tab, count } = await atTasks();
    const facility = 'a0000000-0000-4000-8000-000000000001';
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(navigateRequested({ to: `/vms/vms-task?view=calendar&clientId=${facility}` }), 10);
    expect(selectCalendar(tab.state())).toMatchObject({ isThere: false });
    await dispatch(calendarMoved({ month: '2026-01', day: '2026-01-20', step: false }));
    expect(selectCalendar(tab.state())).toMatchObject({ isThere: true });
    expect(count('tasksBetween')).toBe(2);
    expect(tab.sent.at(-1)).toMatchObject({ query: { clientId: facility, from: '2025-12-28' } });
  });

  it.each([
    ['open, due yesterday', { dueOn: '2026-01-14' }, true],
    ['open, due today', { dueOn: '2026-01-15' }, false],
    ['done, due yesterday', { dueOn: '2026-01-14', status: 'DONE' }, false],
  ] as const)('are overdue or not: %s', async (_name, task, isOverdue) => {
    const { dispatch, tab } = await atTasks({
      tasksBetween: json({ today: '2026-01-15', tasks: [{ ...TASK, ...task }] }),
    });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    const shown = selectCalendar(tab.state())!.weeks.flatMap((week) => week.flatMap(({ tasks }) => tasks));
    expect(shown.map((each) => each.isOverdue)).toEqual([isOverdue]);
  });

  it('are completed immediately on the screen, sent once, and counted again', async () => {
    const { dispatch, firstOf, count, clock } = await atTasks();
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await clock.advance(1_000);
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }), 5);
    expect(firstOf()).toMatchObject({ changing: true, task: { status: 'DONE' } });
    await dispatch(taskStatusChosen({ task: TASK, status: 'OPEN' }), 5);
    await clock.advance(100);
    expect(firstOf()).toMatchObject({ changing: false, task: { status: 'DONE' } });
    expect(count('taskStatus')).toBe(1);
    await clock.advance(1_500);
    expect(count('tasksDueToday')).toBe(2);
  });

  it('are restored if that fails, with a message', async () => {
    const { dispatch, firstOf, count, tab } = await atTasks({
      taskStatus: json({ errorCode: 'not.found', errorMessage: 'This does not exist.' }, 404),
    });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }), 2_000);
    expect(firstOf()).toMatchObject({ changing: false, task: { status: 'OPEN' } });
    expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The task was not changed\. This does not exist\./),
    ]);
    expect([count('taskStatus'), count('tasksBetween')]).toEqual([1, 1]);
  });

  it('are completed although an answer was lost: the change is sent again', async () => {
    const { dispatch, firstOf, count, tab, clock, scripted } = await atTasks({ taskStatus: 'unreachable' });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }));
    expect(firstOf()).toMatchObject({ changing: true, task: { status: 'DONE' } });
    scripted.taskStatus = json({ ...TASK, status: 'DONE' });
    await clock.advance(1_500);
    expect(firstOf()).toMatchObject({ changing: false, task: { status: 'DONE' } });
    expect([count('taskStatus'), selectNotices(tab.state())]).toEqual([2, []]);
  });

  it.each([502, 503, 504])(
    'are completed although a proxy answered %i, which does not say what the server did: the change is sent again',
    async (status) => {
      const { dispatch, firstOf, count, tab, clock, scripted } = await atTasks({ taskStatus: json(PROXY, status) });
      await dispatch(tasksViewChosen({ view: 'calendar' }));
      await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }));
      scripted.taskStatus = json({ ...TASK, status: 'DONE' });
      await clock.advance(1_500);
      expect(firstOf()).toMatchObject({ changing: false, task: { status: 'DONE' } });
      expect([count('taskStatus'), selectNotices(tab.state())]).toEqual([2, []]);
    },
  );

  it('are loaded again if a proxy answers twice, and the notice does not deny the change', async () => {
    const { dispatch, firstOf, tab, scripted } = await atTasks({ taskStatus: json(PROXY, 502) });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    scripted.tasksBetween = json({ today: '2026-01-15', tasks: [{ ...TASK, status: 'DONE' }] });
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }), 2_000);
    expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^It is not known whether the task was changed\. The service is busy/),
    ]);
    expect(firstOf()).toMatchObject({ changing: false, task: { status: 'DONE' } });
  });

  it('are not changed if the server itself was too busy, and the notice says so', async () => {
    const { dispatch, count, tab } = await atTasks({
      taskStatus: json({ errorCode: 'service.unavailable', errorMessage: 'Please try again.' }, 503),
    });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }), 2_000);
    expect([count('taskStatus'), count('tasksBetween'), selectNotices(tab.state()).map(({ text }) => text)]).toEqual([
      1,
      1,
      [expect.stringMatching(/^The task was not changed\. The service is busy/)],
    ]);
  });

  it('are loaded again if no answer arrives at all, and the notice does not deny the change', async () => {
    const { dispatch, firstOf, tab, scripted } = await atTasks({ taskStatus: 'unreachable' });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    scripted.tasksBetween = json({ today: '2026-01-15', tasks: [{ ...TASK, status: 'DONE' }] });
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }), 2_000);
    expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual([
      'It is not known whether the task was changed. The server cannot be reached. Check your connection and try again.',
    ]);
    expect(firstOf()).toMatchObject({ changing: false, task: { status: 'DONE' } });
  });

  it('can be changed again while the list is loaded again after a lost answer', async () => {
    const { dispatch, count, scripted } = await atTasks({ taskStatus: 'unreachable' });
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }), 1_100);
    expect([count('taskStatus'), count('listSearch')]).toEqual([2, 2]);
    scripted.taskStatus = json({ ...TASK, status: 'DONE' });
    await dispatch(taskStatusChosen({ task: TASK, status: 'DONE' }), 5);
    expect(count('taskStatus')).toBe(3);
  });
});

describe('a task that is assigned', () => {
  const [ME, ONE] = [1, 2].map((number) => `d0000000-0000-4000-8000-00000000000${number}`) as [string, string];
  const taken = taskAssigned({ taskId: TASK.id, title: TASK.title, userId: ME, replaces: null });
  const conflict = json({ errorCode: 'conflict', errorMessage: 'Another user has it. Please reload.' }, 409);
  const refused = json({ errorCode: 'server.unauthorized', errorMessage: 'No. Please ask.' }, 401);

  it('names the assignee that the user saw; the notice offers undo, and the undo none', async () => {
    const { dispatch, tab } = await atTasks({
      assignTask: json({ task: { ...TASK, assigneeId: ME }, formerly: null }),
    });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(taken);
    expect(tab.sent.find(({ endpoint }) => endpoint === 'assignTask')?.body).toEqual({ userId: ME, replaces: null });
    const { undo } = selectNotices(tab.state()).at(-1)!;
    expect(undo).toEqual(taskAssigned({ ...taken.payload, userId: null, replaces: ME, isUndo: true }));
    await dispatch(undo!);
    expect(selectNotices(tab.state()).at(-1)?.undo).toBeUndefined();
  });

  it('is back in the calendar once that is undone, although the calendar was loaded without it in between', async () => {
    const { dispatch, tab, scripted, firstOf, count } = await atTasks({
      assignTask: json({ task: { ...TASK, assigneeId: ONE }, formerly: null }),
    });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(taskAssigned({ taskId: TASK.id, title: TASK.title, userId: ONE, replaces: null }));
    expect([firstOf()?.task.assigneeId, count('tasksBetween')]).toEqual([ONE, 1]);
    scripted.tasksBetween = json({ today: '2026-01-15', tasks: [] });
    tab.signal('visible');
    await dispatch(calendarMoved({ month: '2026-01', day: '2026-01-15', step: false }));
    expect(firstOf()).toBeUndefined();
    scripted.assignTask = json({ task: TASK, formerly: ONE });
    scripted.tasksBetween = json({ today: '2026-01-15', tasks: [TASK] });
    await dispatch(selectNotices(tab.state()).at(-1)!.undo!);
    expect(firstOf()?.task).toEqual(TASK);
  });

  it.each([
    ['had another assignee by then', conflict],
    ['may not be reassigned by the user', refused],
  ])('and %s is loaded again with its calendar', async (_, answer) => {
    const { dispatch, count, tab } = await atTasks({ assignTask: answer });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(taken);
    expect([count('tasksBetween'), selectNotices(tab.state()).length]).toEqual([2, 1]);
  });

  it('but had another assignee by then shows them in its dialog; it closes if the list has it no more', async () => {
    const { dispatch, count, tab, scripted } = await atTasks({ assignTask: conflict });
    await dispatch(taskOpened({ task: TASK }));
    const row = { ...TASK, assignee: 'Brooks, Dana', [idOf('assignee')]: ONE };
    scripted.listSearch = json({ rows: [row], total: 1, page: 1, size: 50 });
    await dispatch(taken);
    expect(count('listSearch')).toBe(2);
    expect(selectOpenedTask(tab.state())?.task).toEqual({ ...TASK, assignee: 'Brooks, Dana', assigneeId: ONE });
    scripted.listSearch = json({ rows: [], total: 0, page: 1, size: 50 });
    await dispatch(taken);
    expect(selectOpenedTask(tab.state())).toBeNull();
  });

  it('is assigned although an answer was lost: the change is sent again, and can be undone', async () => {
    const { dispatch, count, tab, clock, scripted } = await atTasks({ assignTask: 'unreachable' });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    await dispatch(taken);
    scripted.assignTask = json({ task: { ...TASK, assigneeId: ME, assignee: 'Keller, Maria' }, formerly: ME });
    await clock.advance(1_500);
    expect([count('assignTask'), selectNotices(tab.state()).map(({ text }) => text)]).toEqual([
      2,
      [`'${TASK.title}' is assigned to Keller, Maria.`],
    ]);
    expect(selectNotices(tab.state())[0]?.undo).toEqual(
      taskAssigned({ ...taken.payload, userId: null, replaces: ME, isUndo: true }),
    );
  });

  it('is loaded again if no answer arrives at all, and the notice does not deny the change', async () => {
    const { dispatch, tab, scripted, firstOf } = await atTasks({ assignTask: 'unreachable' });
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    scripted.tasksBetween = json({ today: '2026-01-15', tasks: [{ ...TASK, assigneeId: ME }] });
    await dispatch(taken, 2_000);
    expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual([
      'It is not known whether the task was reassigned. The server cannot be reached. Check your connection and try again.',
    ]);
    expect(firstOf()?.task.assigneeId).toBe(ME);
  });

  it('can be given to someone once the people are known, which are asked for until the server answers', async () => {
    const { tab, clock, count, scripted } = await atTasks({ taskPeople: 'unreachable' });
    expect(selectTaskPeople(tab.state()).people).toEqual([]);
    scripted.taskPeople = json({ people: [{ value: ME, label: 'Keller, Maria' }], me: ME });
    await clock.advance(5_000);
    expect(selectTaskPeople(tab.state()).people).toEqual([{ value: ME, label: 'Keller, Maria' }]);
    await clock.advance(120_000);
    expect(count('taskPeople')).toBe(2);
  });

  it('is not looked up in a list that cannot be loaded, or that the user has left', async () => {
    const { dispatch, tab, scripted } = await atTasks({ assignTask: conflict });
    await dispatch(taskOpened({ task: TASK }));
    scripted.listSearch = 'unreachable';
    await dispatch(taken);
    expect(selectOpenedTask(tab.state())?.task).toEqual(TASK);
  });
});

describe('an open calendar', () => {
  const done: Task = { ...TASK, status: 'DONE' };
  async function opened() {
    const { clock, server, open } = await world();
    const respond = (today: string, task: Task) => server.script.respond('tasksBetween', ok({ today, tasks: [task] }));
    respond('2026-01-15', TASK);
    server.script.respond('listSearch', ok({ rows: [], total: 0, page: 1, size: 50 }));
    const tab = await open();
    const dispatch = async (action: Parameters<typeof tab.store.dispatch>[0]) => {
      tab.store.dispatch(action);
      await clock.advance(500);
    };
    await dispatch(navigateRequested({ to: '/vms/vms-task' }));
    await dispatch(tasksViewChosen({ view: 'calendar' }));
    const shown = () => {
      const days = selectCalendar(tab.state())!.weeks.flat();
      return {
        today: days.filter(({ isToday }) => isToday).map(({ day }) => day),
        statuses: days.flatMap(({ tasks }) => tasks.map(({ task }) => task.status)),
      };
    };
    const count = () => tab.sent.filter(({ endpoint }) => endpoint === 'tasksBetween').length;
    return { clock, server, tab, respond, dispatch, shown, count };
  }

  it('shows a task as done that was done in another tab, once it is looked at again', async () => {
    const { tab, clock, respond, shown } = await opened();
    respond('2026-01-15', done);
    await clock.advance(60_000);
    expect(shown().statuses).toEqual(['OPEN']);
    tab.signal('visible');
    await clock.advance(500);
    expect(shown().statuses).toEqual(['DONE']);
  });

  it('follows notifications about tasks, and no others', async () => {
    const { server, clock, respond, shown, count } = await opened();
    server.notify({ subCategoryCode: 'NEW_JOB_POSTED' });
    await clock.advance(500);
    expect(count()).toBe(1);
    server.notify({ subCategoryCode: 'TASK_DUE' });
    await clock.advance(500);
    expect([count(), shown().statuses]).toEqual([2, ['OPEN']]);
    respond('2026-01-15', done);
    server.settle(server.log.at(-1)!.notification!.id, { status: 'DONE', by: 'Vera Marsh', at: null });
    await clock.advance(500);
    expect([count(), shown().statuses]).toEqual([3, ['DONE']]);
  });

  it('marks the new day after midnight, and has its tasks', async () => {
    const { clock, respond, shown } = await opened();
    respond('2026-01-16', done);
    await clock.advance(toNextLocalDay(clock.now()) - 1);
    expect(shown()).toEqual({ today: ['2026-01-15'], statuses: ['OPEN'] });
    await clock.advance(500);
    expect(shown()).toEqual({ today: ['2026-01-16'], statuses: ['DONE'] });
  });

  it('stays on the new day although the server, whose clock is behind, still answers for the old one', async () => {
    const { clock, respond, shown } = await opened();
    respond('2026-01-15', done);
    await clock.advance(toNextLocalDay(clock.now()) + 500);
    expect(shown()).toEqual({ today: ['2026-01-16'], statuses: ['DONE'] });
  });

  it('keeps what the user has changed while its tasks were loaded again', async () => {
    const { tab, clock, respond, dispatch, shown, count } = await opened();
    tab.signal('visible');
    await clock.advance(5);
    respond('2026-01-15', done);
    await dispatch(taskChanged({ task: done }));
    expect([shown().statuses, count()]).toEqual([['DONE'], 3]);
    await dispatch(taskChanged({ task: done }));
    expect(count()).toBe(3);
  });

  it('asks for nothing more once the list is shown', async () => {
    const { tab, server, clock, dispatch, count } = await opened();
    await dispatch(tasksViewChosen({ view: 'list' }));
    tab.signal('visible');
    server.notify({ subCategoryCode: 'TASK_DUE' });
    await clock.advance(500);
    expect(count()).toBe(1);
  });
});

it('a task of the list is overdue after midnight, also in a dialog that is already open', async () => {
  const { clock, server, open } = await world();
  server.script.respond('listSearch', ok({ rows: [], total: 0, page: 1, size: 50 }));
  const tab = await open();
  tab.store.dispatch(navigateRequested({ to: '/vms/vms-task' }));
  await clock.advance(500);
  const isOverdue = () => selectOpenedTask(tab.state())?.isOverdue;
  tab.store.dispatch(taskOpened({ task: TASK }));
  expect(isOverdue()).toBe(false);
  await clock.advance(toNextLocalDay(clock.now()) + 1);
  expect([isOverdue(), tab.sent.some(({ endpoint }) => endpoint === 'tasksBetween')]).toEqual([true, false]);
});

it('a task of the list is closed by leaving its page, not by another page of the list', async () => {
  const { dispatch, tab } = await atTasks();
  await dispatch(taskOpened({ task: TASK }));
  await dispatch(navigateRequested({ to: '/vms/vms-task?page=2' }));
  expect(selectOpenedTask(tab.state())?.task).toEqual(TASK);
  await dispatch(navigateRequested({ to: '/vms/jobs/open' }));
  await dispatch(navigateRequested({ to: '/vms/vms-task' }));
  expect(selectOpenedTask(tab.state())).toBeNull();
});

describe('the mark of the calendar icon', () => {
  async function counted(count: number) {
    const { clock, server, open } = await world();
    server.script.respond('tasksDueToday', ok({ count }));
    const tab = await open();
    await clock.advance(2_000);
    expect(selectTasksDue(tab.state())).toBe(count);
    /** What it shows soon after something has happened, while the server counts this many. */
    const after = async (happens: () => void, next: number) => {
      server.script.respond('tasksDueToday', ok({ count: next }));
      happens();
      await clock.advance(2_000);
      return selectTasksDue(tab.state());
    };
    return { clock, server, tab, after };
  }

  it('appears as soon as a task is said to be due, and disappears once it is done elsewhere', async () => {
    const { server, after } = await counted(0);
    expect(await after(() => server.notify({ subCategoryCode: 'TASK_DUE' }), 1)).toBe(1);
    const { id } = server.log[0]!.notification!;
    const done = { status: 'DONE', by: 'Vera Marsh', at: null };
    expect(await after(() => server.settle(id, done), 0)).toBe(0);
  });

  it('is right again when its tab is looked at, after a task was finished in another one', async () => {
    const { tab, after } = await counted(1);
    expect(await after(() => tab.signal('visible'), 0)).toBe(0);
  });

  it('follows the day: a minute after midnight, when it is surely midnight for the server, too', async () => {
    const { clock, server, tab } = await counted(1);
    server.script.respond('tasksDueToday', ok({ count: 3 }));
    const before = tab.sent.length;
    await clock.advance(toNextLocalDay(clock.now()) + 59_999);
    const isCount = ({ endpoint }: { readonly endpoint: string }) => endpoint === 'tasksDueToday';
    expect([selectTasksDue(tab.state()), tab.sent.slice(before).filter(isCount)]).toEqual([1, []]);
    await clock.advance(2_000);
    expect(selectTasksDue(tab.state())).toBe(3);
    server.script.respond('tasksDueToday', ok({ count: 0 }));
    await clock.advance(24 * 3_600_000);
    expect(selectTasksDue(tab.state())).toBe(0);
  });

  it('asks the server for nothing when other notifications arrive', async () => {
    const { server, after } = await counted(2);
    expect(await after(() => server.notify({ subCategoryCode: 'NEW_JOB_POSTED' }), 5)).toBe(2);
  });
});
