/** Tasks of the managing organization: extensions to decide, documents and jobs to review, interviews to attend. */
import type { Insertable } from 'kysely';
import type { TaskKind, TaskSubject } from '../../../contract/tasks/tasks.endpoints';
import type { Schema } from '../../database';
import type { Assignment } from './assignmentRows';
import { instant, isoDay, type Day } from './calendar';
import type { Job } from './jobs';
import type { Random } from './random';
import type { Submission } from './submissions';

type Row = Insertable<Schema['tasks']>;

interface Sources {
  readonly tenantId: string;
  /** Gets most of the tasks; some stay unassigned. */
  readonly managers: readonly { readonly id: string; readonly name: string }[];
  readonly assignments: readonly Assignment[];
  readonly documents: readonly Insertable<Schema['compliance_documents']>[];
  readonly jobs: readonly Job[];
  readonly submissions: readonly Submission[];
}

interface Draft {
  readonly title: string;
  readonly kind: TaskKind;
  readonly subject: TaskSubject;
  readonly number: number;
  readonly notes?: string;
}

/** The most tasks of a kind: a busy but readable desk. */
const MAX_PER_KIND = 48;
const DAYS_BACK = 21;
const DAYS_AHEAD = 34;
/** How many tasks are due for the first manager on the day of seeding. */
const DUE_TODAY = 5;
const NOBODY = 0.18;
const DONE_IN_TIME = 0.86;

/** The rows of `tasks`, around `today`; some are unassigned. */
export function buildTasks(random: Random, sources: Sources, today: Day): Row[] {
  const drafts = draftsOf(sources);
  return random.shuffle(drafts).map((draft, index) => {
    const isForToday = index < DUE_TODAY;
    const due = isForToday ? today : today + random.int(-DAYS_BACK, DAYS_AHEAD);
    const done = due < today && random.chance(DONE_IN_TIME);
    const manager = isForToday
      ? sources.managers[0]
      : random.chance(NOBODY)
        ? undefined
        : random.pick(sources.managers);
    const doer = manager ?? sources.managers[0];
    return {
      id: random.uuid(),
      tenant_id: sources.tenantId,
      organization_id: sources.tenantId,
      assignee_id: manager?.id ?? null,
      title: draft.title,
      kind: draft.kind,
      due_on: isoDay(due),
      status: done ? ('DONE' as const) : ('OPEN' as const),
      subject: draft.subject,
      subject_number: draft.number,
      notes: draft.notes ?? null,
      created_at: instant(Math.min(due, today) - random.int(2, 9) + 0.4),
      done_at: done ? instant(due - random.int(0, 1) + 0.6) : null,
      done_by: done ? (doer?.name ?? null) : null,
    };
  });
}

function draftsOf({ assignments, documents, jobs, submissions }: Sources): Draft[] {
  const numbers = new Map(assignments.map(({ row }) => [row.id, row.number]));
  const some = <T>(items: readonly T[]): readonly T[] => items.slice(-MAX_PER_KIND);
  return [
    ...some(assignments.filter(({ row }) => row.extension_status === 'DUE')).map(({ row }): Draft => ({
      title: `Decide on the extension of assignment ${row.number}`,
      kind: 'EXTENSION',
      subject: 'ASSIGNMENT',
      number: row.number,
      notes: 'The facility and the supplier both wait for an answer.',
    })),
    ...some(documents.filter(({ status }) => status === 'PENDING_REVIEW')).flatMap((document): Draft[] => {
      const number = numbers.get(document.assignment_id);
      const title = `Review ${document.name} of assignment ${number}`;
      return number === undefined ? [] : [{ title, kind: 'DOCUMENT_REVIEW', subject: 'ASSIGNMENT', number }];
    }),
    ...some(jobs.filter(({ status }) => status === 'PENDING_REVIEW')).map(({ number }): Draft => ({
      title: `Review job ${number} before it is posted`,
      kind: 'JOB_REVIEW',
      subject: 'JOB',
      number,
    })),
    ...some(submissions.filter(({ row }) => row.status === 'INTERVIEWING')).map(({ row }): Draft => ({
      title: `Interview for submission ${row.number}`,
      kind: 'INTERVIEW',
      subject: 'SUBMISSION',
      number: row.number,
      notes: 'Call the facility beforehand and ask who will be there.',
    })),
  ];
}
