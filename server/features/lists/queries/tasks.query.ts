import { sql } from 'kysely';
import type { TaskSubject } from '../../../../contract/tasks/tasks.endpoints';
import {
  anyOf,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  conditionIs,
  withinDates,
  withinDaysFromToday,
} from '../predicates';
import { column, nullableColumn, computed, nullableText, textColumn, type ListSource, type Sql } from '../source';

const assigned = (whom: string, userId: string | null): Sql => {
  switch (whom) {
    case 'ME':
      return sql`r.assignee_id = ${userId}::uuid`;
    case 'NOBODY':
      return sql`r.assignee_id is null`;
    default:
      return conditionIs(sql`r.assignee_id <> ${userId}::uuid`, true);
  }
};

const SUBJECTS: readonly (readonly [TaskSubject, string])[] = [
  ['JOB', 'jobs'],
  ['SUBMISSION', 'submissions'],
  ['ASSIGNMENT', 'assignments'],
];
const ASSIGNEES = sql`left join users u on u.id = r.assignee_id and u.organization_id = r.organization_id`;

/** Tasks of the caller's own organization. */
export const tasksSource: ListSource<'tasks'> = {
  table: sql`tasks r`,
  visible: (scope) => sql`r.organization_id = ${scope.organizationId}::uuid`,
  joins: ASSIGNEES,
  ids: {
    assignee: sql`u.id`,
    subjectNumber: sql`case r.subject
      when 'JOB' then (select x.id from jobs x where x.number = r.subject_number and x.tenant_id = r.tenant_id)
      when 'ASSIGNMENT' then (select x.id from assignments x where x.number = r.subject_number and x.tenant_id = r.tenant_id)
      when 'SUBMISSION' then (select x.id from submissions x where x.number = r.subject_number and x.tenant_id = r.tenant_id)
      end`,
  },
  columns: {
    title: textColumn('title'),
    // One direction for both: descending, open tasks come first, ordered by their due date.
    status: {
      value: sql`r.status`,
      sort: { keys: [sql`r.status`, sql`(date '2200-01-01' - r.due_on)`], nullable: false },
    },
    dueOn: column('due_on'),
    kind: column('kind'),
    assignee: nullableText(sql`u.last_name || ', ' || u.first_name`, ASSIGNEES, [sql`u.last_name`, sql`u.first_name`]),
    subject: nullableColumn('subject'),
    subjectNumber: nullableColumn('subject_number'),
    notes: computed(sql`r.notes`),
    createdAt: column('created_at'),
    doneAt: nullableColumn('done_at'),
    doneBy: computed(sql`r.done_by`),
  },
  filters: {
    status: (values) => oneOf(sql`r.status`, values),
    assigned: (values, { userId }) => anyOf(values.map((whom) => assigned(whom, userId))),
    kind: (values) => oneOf(sql`r.kind`, values),
    dueOn: (range) => withinDates(sql`r.due_on`, range),
    dueInDays: (range, scope) => withinDaysFromToday(sql`r.due_on`, range, scope),
  },
  // A task concerns the facility of its subject.
  ofClients: (ids) =>
    anyOf(
      SUBJECTS.map(
        ([subject, table]) => sql`r.subject = ${sql.lit(subject)} and exists (
          select from ${sql.table(table)} x where x.tenant_id = r.tenant_id and x.number = r.subject_number
            and ${oneOfIds(sql`x.client_id`, ids)})`,
      ),
    ),
  search: (word) => [
    contains(sql`r.title`, word),
    contains(sql`coalesce(r.notes, '')`, word),
    ...isNumber(sql`r.subject_number`, word),
  ],
};
