/** The months of the task calendar, and the calendar on screen. */
import fc from 'fast-check';
import { addDays, addMonths, weekday, weeksOf } from '../../sagas/base/calendar';
import { toNextLocalDay } from '../../sagas/base/dates';
import { dayByKey, isCalendarDay, openFirst, readPlace, writePlace } from '../../sagas/features/tasks/calendar.rules';
import { selectCalendar } from '../../sagas/features/tasks/tasks.selectors';
import { taskChanged, tasksViewChosen, type Task } from '../../sagas/features/tasks/tasks.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { world } from '../support/notificationTab';
import { ok } from '../support/scriptedServer';
import { TASK } from '../support/taskTab';

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

it('open tasks come before done ones, each in the order of the server', () => {
  const tasks = (['DONE', 'OPEN', 'DONE', 'OPEN'] as const).map((status, id) => ({ id, status }));
  expect(openFirst(tasks).map(({ id }) => id)).toEqual([1, 3, 0, 2]);
});
