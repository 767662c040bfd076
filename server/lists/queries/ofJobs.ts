/** What belongs to a job is filtered by the job, wherever it is listed. */
import { sql } from 'kysely';
import type { Joined, Range, SearchWord, Sql } from '../source';
import { oneOf, oneOfIds, withinNumbers } from '../predicates';

/** A condition on the job, which is told where to find the job's columns. */
type JobCondition = (column: (name: string) => Sql) => Sql;
/** Makes it a condition on the listed row. */
type OnJob = (condition: JobCondition) => Sql;

export function jobFilters(onJob: OnJob, client: Sql) {
  const ids = (name: string) => (values: readonly string[]) => onJob((column) => oneOfIds(column(name), values));
  return {
    client: (values: readonly string[]) => oneOfIds(client, values),
    department: ids('department_id'),
    profession: ids('profession_id'),
    specialty: ids('specialty_id'),
    jobType: (values: readonly string[]) => onJob((column) => oneOf(column('job_type'), values)),
    offering: ids('offering_id'),
    subOffering: ids('sub_offering_id'),
    salesRep: ids('sales_rep_id'),
  };
}

/** Where the jobs themselves are listed. */
export const onRow: OnJob = (condition) => condition((name) => sql.ref(`r.${name}`));
const ofJob = (name: string): Sql => sql.ref(`j.${name}`);

export const ofJobId =
  (id: Sql): OnJob =>
  (condition) =>
    sql`exists (select from jobs j where j.id = ${id} and ${condition(ofJob)})`;

/** Of an assignment's job. */
export const ofAssignmentId =
  (id: Sql): OnJob =>
  (condition) =>
    sql`exists (
      select from assignments ja join jobs j on j.id = ja.job_id where ja.id = ${id} and ${condition(ofJob)})`;

export const jobNumber = (onJob: OnJob) => (range: Range<number>) =>
  onJob((column) => withinNumbers(column('number'), range));

/** Whether the assignment with this id is of a candidate with a name like that. */
export const assigneeNamed = (id: Sql, { pattern }: SearchWord): Sql => sql`${id} in (
  select sa.id from assignments sa join candidates cs on cs.id = sa.candidate_id
  where cs.first_name ilike ${pattern} or cs.last_name ilike ${pattern})`;

/** What is joined to show or sort by it; the alias is what the values speak of. */
const facility: Joined = {
  join: sql`join facilities f on f.id = r.client_id`,
  groups: { table: sql`facilities f`, holds: sql`r.client_id = f.id` },
};
const supplier: Joined = {
  join: sql`join suppliers s on s.id = r.agency_id`,
  groups: { table: sql`suppliers s`, holds: sql`r.agency_id = s.id` },
};
const candidate: Joined = {
  join: sql`join candidates c on c.id = r.candidate_id`,
  groups: { table: sql`candidates c`, holds: sql`r.candidate_id = c.id` },
};
/** Through the assignment. */
const assignee: Joined = {
  join: sql`join assignments a on a.id = r.assignment_id join candidates c on c.id = a.candidate_id`,
  groups: {
    table: sql`candidates c`,
    join: sql`join assignments a on a.id = r.assignment_id`,
    holds: sql`a.candidate_id = c.id`,
  },
};
export const OF = { facility, supplier, candidate, assignee } as const;

/** As it is sorted. */
export const PERSON = sql`c.last_name || ', ' || c.first_name`;
export const PERSON_KEYS = [sql`c.last_name`, sql`c.first_name`] as const;
