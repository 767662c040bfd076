/** The life of a task in virtual time, and the mark of the calendar icon. */
import { toNextLocalDay } from '../../sagas/base/dates';
import { selectCalendar, selectOpenedTask } from '../../sagas/features/tasks/tasks.selectors';
import {
  calendarMoved,
  taskOpened,
  taskStatusChosen,
  tasksViewChosen,
  selectTasksDue,
} from '../../sagas/features/tasks/tasks.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { world } from '../support/notificationTab';
import { ok } from '../support/scriptedServer';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { json, PROXY, TASK, atTasks } from '../support/taskTab';

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
