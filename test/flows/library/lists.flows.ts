import { PERMISSIONS } from '../../../contract/base/permissions';
import type { FileRef } from '../../../machines/references';
import { viewChosen, viewSaveRequested, viewsOpened } from '../../../sagas/features/lists/views/views.slice';
import { listFilterSet } from '../../../sagas/features/lists/lists.slice';
import { taskAssigned } from '../../../sagas/features/tasks/assignment.slice';
import {
  fileChosen,
  fileRemoved,
  importPressed,
  templateRequested,
} from '../../../sagas/features/timesheetImport/timesheetImport.slice';
import { apiError, ok } from '../../support/scriptedServer';
import { USER } from '../../support/user';
import { LOGGED_IN, type Script, type World } from './world';

const TASK = 'e0000000-0000-4000-8000-000000000001';
const VIEW = 'e0000000-0000-4000-8000-000000000002';
const SHEET = 'e0000000-0000-4000-8000-000000000003';
const [ME, DANA] = ['e0000000-0000-4000-8000-000000000004', 'e0000000-0000-4000-8000-000000000005'];

async function openAt(w: World, path: string): Promise<void> {
  w.respond('sessionCheck', LOGGED_IN);
  w.respond('userInfo', ok({ ...USER, permissions: PERMISSIONS }));
  w.respond('listSearch', ok({ rows: [], total: 0, page: 1, size: 50 }));
  w.respond('listCounts', ok({ totals: null }));
  w.respond('listOptions', ok({}));
  w.respond('tasksDueToday', ok({ count: 0 }));
  w.respond('taskPeople', ok({ me: ME, people: [ME, DANA].map((value) => ({ value, label: value })) }));
  w.tab.goTo(path);
  await w.start('unknown');
  await w.wait(1_000);
}

const view = {
  id: VIEW,
  name: 'Hot ones',
  shared: false,
  default: false,
  own: true,
  owner: 'Vera Marsh',
  part: 'jobs/open',
  filters: { hot: ['yes'] },
  q: '',
  sort: '-postedAt',
  columns: null,
};
const task = (assignee: string | null) => ({
  id: TASK,
  title: 'Call the unit',
  kind: 'OTHER',
  status: 'OPEN',
  dueOn: '2026-01-15',
  assignee,
  assigneeId: assignee === null ? null : DANA,
  subject: null,
  subjectNumber: null,
  subjectId: null,
  notes: null,
});
const line = (problems: readonly string[]) => ({
  line: 2,
  timesheetId: SHEET,
  assignment: '100001',
  candidate: 'Ann Smith',
  weekEnding: '2026-01-10',
  worked: 2_160,
  bill: 360_000,
  problems,
});
const checked = (problems: readonly string[] = []) => ({
  fileProblem: null,
  lines: [line(problems)],
  problems: problems.length,
});

export const listFlows: readonly Script[] = [
  {
    name: 'view-saved',
    title: 'Filters are saved as a view; its name is taken at first; the view is opened from another part of the list',
    run: async (w) => {
      await openAt(w, '/vms/jobs/open');
      await w.act(listFilterSet({ name: 'hot', values: ['yes'] }));
      w.respond('listViews', ok({ views: [], mayShare: true }));
      await w.act(viewsOpened());
      const save = viewSaveRequested({ id: null, name: ' Hot ones ', shared: false, default: false, shown: true });
      w.respond(
        'saveListView',
        apiError(409, 'conflict', {
          errorMessage: "You already have a view named 'Hot ones'. Please choose another name.",
        }),
      );
      await w.act(save);
      w.respond('saveListView', ok({ id: VIEW }));
      w.respond('listViews', ok({ views: [view], mayShare: true }));
      await w.act(save);
      w.tab.goTo('/vms/jobs/closed');
      await w.wait(100);
      await w.act(viewChosen({ id: VIEW }));
    },
  },
  {
    name: 'timesheets-imported',
    title:
      'The template is downloaded; a file of timesheets is checked and imported; after a lost answer a retry imports nothing twice; a file chosen during the import is ignored',
    run: async (w) => {
      await openAt(w, '/vms/timesheets/import');
      w.respond('timesheetTemplate', ok({ file: '<file:9>', fileName: 'Timesheet Import.csv', size: 40 }));
      await w.act(templateRequested());
      const choose = (nth: number) =>
        fileChosen({ file: `<file:${nth}>` as FileRef, fileName: 'Timesheet Import.csv', size: 120 });
      w.respond('checkTimesheetFile', ok(checked(['It has no hours.'])));
      await w.act(choose(1));
      w.respond('checkTimesheetFile', ok(checked()));
      await w.act(choose(2));
      w.respond('importTimesheets', 'unreachable');
      await w.act(importPressed(), 3_000);
      w.respond('importTimesheets', ok({ imported: 1, fileProblem: null, lines: [], problems: 0 }), 2_000);
      await w.act(importPressed());
      await w.act(choose(3));
      await w.act(fileRemoved());
      await w.wait(2_000);
    },
  },
  {
    name: 'task-assigned',
    title:
      'A task is assigned to a colleague and taken back within ten seconds; another one was assigned by another user first',
    run: async (w) => {
      await openAt(w, '/vms/vms-task');
      w.respond('assignTask', ok({ task: task('Brooks, Dana'), formerly: null }));
      await w.act(taskAssigned({ taskId: TASK, title: 'Call the unit', userId: DANA, replaces: null }));
      w.respond('assignTask', ok({ task: task(null), formerly: DANA }));
      await w.act(taskAssigned({ taskId: TASK, title: 'Call the unit', userId: null, replaces: DANA, isUndo: true }));
      w.respond(
        'assignTask',
        apiError(409, 'conflict', {
          errorMessage: 'Another user has changed who this task is assigned to. Please reload and try again.',
        }),
      );
      await w.act(taskAssigned({ taskId: TASK, title: 'Call the unit', userId: ME, replaces: null }));
    },
  },
];
