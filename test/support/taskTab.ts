/** A tab at the task calendar, with scripted answers. */
import type { EndpointName } from '../../contract/endpoints';
import type { HttpAnswer } from '../../sagas/base/ports/network';
import { selectCalendar } from '../../sagas/features/tasks/tasks.selectors';
import { type Task } from '../../sagas/features/tasks/tasks.slice';
import { token } from './scriptedServer';
import { createBrowser } from './browser';
import { openTab } from './tab';
import { USER } from './user';
import { createVirtualClock } from './virtualClock';

export const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
/** How a proxy answers that has lost the server. */
export const PROXY = '<html><h1>Bad Gateway</h1></html>';
export const TASK: Task = {
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

export async function atTasks(
  answers: Partial<Record<EndpointName, HttpAnswer | 'unreachable'>> = {},
  user: object = {},
) {
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
