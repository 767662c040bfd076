import { sql } from 'kysely';
import { anyOf, contains, isNumber, oneOf, whether, withinDates, withinDaysFromToday } from '../predicates';
import { column, nullableColumn, computed, type ListSource, type Sql } from '../source';

const assigned = (whom: string, userId: string | null): Sql => {
  switch (whom) {
    case 'ME':
      return sql`r.assignee_id = ${userId}::uuid`;
    case 'NOBODY':
      return sql`r.assignee_id is null`;
    default:
      return whether(sql`r.assignee_id <> ${userId}::uuid`, true);
  }
};

/** Tasks of the caller's own organization. */
export const tasksSource: ListSource<'tasks'> = {
  table: sql`tasks r`,
  visible: (scope) => sql`r.organization_id = ${scope.organizationId}::uuid`,
  joins: sql`left join users u on u.id = r.assignee_id`,
  ids: {
    subjectNumber: sql`case r.subject
      when 'JOB' then (select x.id from jobs x where x.number = r.subject_number and x.tenant_id = r.tenant_id)
      when 'ASSIGNMENT' then (select x.id from assignments x where x.number = r.subject_number and x.tenant_id = r.tenant_id)
      when 'SUBMISSION' then (select x.id from submissions x where x.number = r.subject_number and x.tenant_id = r.tenant_id)
      end`,
  },
  columns: {
    title: column('title'),
    status: column('status'),
    dueOn: column('due_on'),
    kind: column('kind'),
    assignee: computed(sql`u.last_name || ', ' || u.first_name`),
    subject: computed(sql`r.subject`),
    subjectNumber: computed(sql`r.subject_number`),
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
  search: (word) => [
    contains(sql`r.title`, word),
    contains(sql`coalesce(r.notes, '')`, word),
    ...isNumber(sql`r.subject_number`, word),
  ],
};
