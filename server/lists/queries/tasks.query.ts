import { sql } from 'kysely';
import { anyOf, contains, isNumber, oneOf, whether, withinDates, withinDaysFromToday } from '../predicates';
import { own, ownNullable, shown, type ListSource, type Sql } from '../source';

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

/** Of one's own organisation, whoever does them. */
export const tasksSource: ListSource<'tasks'> = {
  table: sql`tasks r`,
  own: (scope) => sql`r.organization_id = ${scope.organizationId}::uuid`,
  joins: sql`left join users u on u.id = r.assignee_id`,
  columns: {
    title: own('title'),
    status: own('status'),
    dueOn: own('due_on'),
    kind: own('kind'),
    assignee: shown(sql`u.last_name || ', ' || u.first_name`),
    subject: shown(sql`r.subject`),
    subjectNumber: shown(sql`r.subject_number`),
    notes: shown(sql`r.notes`),
    createdAt: own('created_at'),
    doneAt: ownNullable('done_at'),
    doneBy: shown(sql`r.done_by`),
  },
  filters: {
    status: (values) => oneOf(sql`r.status`, values),
    assigned: (values, { userId }) => anyOf(values.map((whom) => assigned(whom, userId))),
    kind: (values) => oneOf(sql`r.kind`, values),
    dueOn: (range) => withinDates(sql`r.due_on`, range),
    dueInDays: (range) => withinDaysFromToday(sql`r.due_on`, range),
  },
  search: (word) => [
    contains(sql`r.title`, word),
    contains(sql`coalesce(r.notes, '')`, word),
    ...isNumber(sql`r.subject_number`, word),
  ],
};
