/** Tasks that are assigned, and taken back. */
import { idOf } from '../../contract/records/links';
import { taskAssigned } from '../../sagas/features/tasks/assignment.slice';
import { selectOpenedTask, selectTaskPeople } from '../../sagas/features/tasks/tasks.selectors';
import { calendarMoved, taskOpened, tasksViewChosen } from '../../sagas/features/tasks/tasks.slice';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { json, TASK, atTasks } from '../support/taskTab';

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

  it('and then to somebody else offers to undo only that, because the server would refuse to undo the first', async () => {
    const { dispatch, tab, scripted } = await atTasks({
      assignTask: json({ task: { ...TASK, assignee: 'Me', assigneeId: ME }, formerly: null }),
    });
    await dispatch(taken);
    scripted.assignTask = json({ task: { ...TASK, assignee: 'One', assigneeId: ONE }, formerly: ME });
    await dispatch(taskAssigned({ taskId: TASK.id, title: TASK.title, userId: ONE, replaces: ME }));
    expect(selectNotices(tab.state()).map(({ undo }) => undo)).toEqual([
      taskAssigned({ taskId: TASK.id, title: TASK.title, userId: ME, replaces: ONE, isUndo: true }),
    ]);
  });

  it('can be taken back beside another one with the same title and assignee', async () => {
    const { dispatch, tab } = await atTasks({
      assignTask: json({ task: { ...TASK, assignee: 'Me', assigneeId: ME }, formerly: null }),
    });
    const other = { ...taken.payload, taskId: 'c0000000-0000-4000-8000-000000000002' };
    await dispatch(taken);
    await dispatch(taskAssigned(other));
    const undone = { userId: null, replaces: ME, isUndo: true } as const;
    expect(selectNotices(tab.state()).map(({ undo }) => undo)).toEqual([
      taskAssigned({ ...taken.payload, ...undone }),
      taskAssigned({ ...other, ...undone }),
    ]);
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
