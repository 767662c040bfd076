import type { TaskKind, TaskStatus, TaskSubject } from '../tasks/tasks.endpoints';
import { defineList, optionsOf } from './list';

const TASK_STATUS_OPTIONS = optionsOf<TaskStatus>({ OPEN: 'Open', DONE: 'Done' }).map((option) => ({
  ...option,
  tone: option.value === 'OPEN' ? ('waiting' as const) : ('quiet' as const),
}));
export const TASK_KIND_OPTIONS = optionsOf<TaskKind>({
  EXTENSION: 'Extension',
  DOCUMENT_REVIEW: 'Document review',
  JOB_REVIEW: 'Job review',
  INTERVIEW: 'Interview',
  OTHER: 'Other',
});
export const TASK_SUBJECT_OPTIONS = optionsOf<TaskSubject>({
  ASSIGNMENT: 'Assignment',
  JOB: 'Job',
  SUBMISSION: 'Submission',
});
const ASSIGNED = optionsOf<'ME' | 'NOBODY' | 'OTHERS'>({ ME: 'Me', NOBODY: 'Unassigned', OTHERS: 'Another user' });

/** Tasks of a managing organization. All its users may see them, whatever their permissions. */
export const tasksList = defineList({
  title: 'VMS Manage Tasks',
  noun: { one: 'task', many: 'tasks' },
  anyOf: [],
  hiddenFrom: ['OWNER', 'CLIENT', 'AGENCY'],
  columns: {
    title: { label: 'Task', kind: 'text', sortable: true },
    status: { label: 'Status', kind: 'status', options: TASK_STATUS_OPTIONS, sortable: true },
    dueOn: { label: 'Due', kind: 'date', sortable: true },
    kind: { label: 'Kind', kind: 'status', options: TASK_KIND_OPTIONS, sortable: true },
    assignee: { label: 'Assigned To', kind: 'text', sortable: true },
    subject: { label: 'About', kind: 'status', sortable: true, options: TASK_SUBJECT_OPTIONS },
    subjectNumber: { label: 'Number', kind: 'number', sortable: true },
    notes: { label: 'Notes', kind: 'text' },
    createdAt: { label: 'Created', kind: 'instant', sortable: true, initiallyHidden: true },
    doneAt: { label: 'Done', kind: 'instant', sortable: true, initiallyHidden: true },
    doneBy: { label: 'Done By', kind: 'text', initiallyHidden: true },
  },
  filters: {
    status: { label: 'Status', kind: 'options', options: TASK_STATUS_OPTIONS },
    assigned: { label: 'Assigned To', kind: 'options', options: ASSIGNED },
    kind: { label: 'Kind', kind: 'options', options: TASK_KIND_OPTIONS },
    dueOn: { label: 'Due', kind: 'dates' },
    dueInDays: { label: 'Due within (days)', kind: 'numbers', unit: 'days', hint: 'Below 0 is overdue: ..-1' },
  },
  // Open ones, the longest overdue first.
  sort: '-status',
  searches: 'task, notes or number',
});
